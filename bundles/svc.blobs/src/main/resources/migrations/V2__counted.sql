-- What an account keeps is counted in its row of the table "account": "used_bytes" is what something refers to, "pending_bytes" what
-- was brought and nothing refers to yet. From now on "loose" says three things: null, something refers to the blob; 0 or more, it
-- was brought at that time or may be collected from that time on; -1, it is counted nowhere: what referred to it is gone, it was
-- found as a part of something else, or it was there before anything was counted.
UPDATE blob_right SET loose = -1 WHERE loose = 0;

UPDATE account SET
  used_bytes = coalesce((SELECT sum(size) FROM blob_right r WHERE r.account = account.n AND r.loose IS NULL), 0),
  pending_bytes = coalesce((SELECT sum(size) FROM blob_right r WHERE r.account = account.n AND r.loose >= 0), 0);

CREATE INDEX blob_right_pending ON blob_right (account, loose, hash) WHERE loose >= 0;

DROP TRIGGER blob_released;

CREATE TRIGGER blob_released AFTER DELETE ON blob_ref
WHEN NOT EXISTS (SELECT 1 FROM blob_ref WHERE account = OLD.account AND hash = OLD.hash) BEGIN
  UPDATE blob_right SET loose = -1 WHERE account = OLD.account AND hash = OLD.hash;
END;

CREATE TRIGGER blob_right_counted AFTER INSERT ON blob_right WHEN NEW.loose IS NULL OR NEW.loose >= 0 BEGIN
  UPDATE account SET
    used_bytes = used_bytes + CASE WHEN NEW.loose IS NULL THEN NEW.size ELSE 0 END,
    pending_bytes = pending_bytes + CASE WHEN NEW.loose >= 0 THEN NEW.size ELSE 0 END
  WHERE n = NEW.account;
END;

CREATE TRIGGER blob_right_uncounted AFTER DELETE ON blob_right WHEN OLD.loose IS NULL OR OLD.loose >= 0 BEGIN
  UPDATE account SET
    used_bytes = used_bytes - CASE WHEN OLD.loose IS NULL THEN OLD.size ELSE 0 END,
    pending_bytes = pending_bytes - CASE WHEN OLD.loose >= 0 THEN OLD.size ELSE 0 END
  WHERE n = OLD.account;
END;

CREATE TRIGGER blob_right_recounted AFTER UPDATE OF loose ON blob_right
WHEN (OLD.loose IS NULL) <> (NEW.loose IS NULL) OR coalesce(OLD.loose >= 0, 0) <> coalesce(NEW.loose >= 0, 0) BEGIN
  UPDATE account SET
    used_bytes = used_bytes
      + CASE WHEN NEW.loose IS NULL THEN NEW.size ELSE 0 END - CASE WHEN OLD.loose IS NULL THEN OLD.size ELSE 0 END,
    pending_bytes = pending_bytes
      + CASE WHEN NEW.loose >= 0 THEN NEW.size ELSE 0 END - CASE WHEN OLD.loose >= 0 THEN OLD.size ELSE 0 END
  WHERE n = NEW.account;
END;
