-- Who holds which blob, and what refers to it. A hash is the SHA-256 of the bytes, 32 bytes long.

-- An organization that has or had blobs, how many different ones its accounts hold, and what those weigh.
CREATE TABLE blob_organization (
  n     INTEGER PRIMARY KEY,
  id    TEXT    NOT NULL UNIQUE,
  blobs INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
);

-- An account holds a blob. "own": whoever has the account brought it, or the server did. "loose": nothing refers to it, and it
-- may be collected from that time on (milliseconds since 1970) if its file is old enough; null when something refers to it.
CREATE TABLE blob_right (
  account      INTEGER NOT NULL REFERENCES account (n),
  hash         BLOB    NOT NULL,
  organization INTEGER NOT NULL REFERENCES blob_organization (n),
  size         INTEGER NOT NULL,
  own          INTEGER NOT NULL,
  loose        INTEGER,
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;

CREATE INDEX blob_right_by_hash ON blob_right (organization, hash);
CREATE INDEX blob_right_loose ON blob_right (organization, hash) WHERE loose IS NOT NULL;

-- Somebody brought a blob into an account of somebody else.
CREATE TABLE blob_guest (
  account  INTEGER NOT NULL,
  hash     BLOB    NOT NULL,
  uploader INTEGER NOT NULL,
  PRIMARY KEY (account, hash, uploader),
  FOREIGN KEY (account, hash) REFERENCES blob_right (account, hash) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX blob_guest_by_uploader ON blob_guest (uploader);

-- The types of what refers to blobs.
CREATE TABLE blob_type (
  n      INTEGER PRIMARY KEY,
  name   TEXT    NOT NULL,
  letter TEXT    NOT NULL,
  UNIQUE (name, letter)
);

CREATE TABLE blob_ref (
  account INTEGER NOT NULL,
  hash    BLOB    NOT NULL,
  type    INTEGER NOT NULL REFERENCES blob_type (n),
  n       INTEGER NOT NULL,
  PRIMARY KEY (account, hash, type, n),
  FOREIGN KEY (account, hash) REFERENCES blob_right (account, hash)
) WITHOUT ROWID;

CREATE TRIGGER blob_referred AFTER INSERT ON blob_ref BEGIN
  UPDATE blob_right SET loose = NULL WHERE account = NEW.account AND hash = NEW.hash AND loose IS NOT NULL;
END;

CREATE TRIGGER blob_released AFTER DELETE ON blob_ref
WHEN NOT EXISTS (SELECT 1 FROM blob_ref WHERE account = OLD.account AND hash = OLD.hash) BEGIN
  UPDATE blob_right SET loose = 0 WHERE account = OLD.account AND hash = OLD.hash;
END;

CREATE TRIGGER blob_first_right AFTER INSERT ON blob_right
WHEN NOT EXISTS (SELECT 1 FROM blob_right
  WHERE organization = NEW.organization AND hash = NEW.hash AND account <> NEW.account) BEGIN
  UPDATE blob_organization SET blobs = blobs + 1, bytes = bytes + NEW.size WHERE n = NEW.organization;
END;

CREATE TRIGGER blob_last_right AFTER DELETE ON blob_right
WHEN NOT EXISTS (SELECT 1 FROM blob_right WHERE organization = OLD.organization AND hash = OLD.hash) BEGIN
  UPDATE blob_organization SET blobs = blobs - 1, bytes = bytes - OLD.size WHERE n = OLD.organization;
END;

-- Of accounts that are erased: what they held, until the bytes that nobody else holds are gone.
CREATE TABLE blob_doomed (
  account      INTEGER NOT NULL,
  hash         BLOB    NOT NULL,
  organization INTEGER NOT NULL REFERENCES blob_organization (n),
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;

-- What the last look at all bytes found missing or damaged.
CREATE TABLE blob_damage (
  organization INTEGER NOT NULL REFERENCES blob_organization (n),
  hash         BLOB    NOT NULL,
  found_at     INTEGER NOT NULL,
  PRIMARY KEY (organization, hash)
) WITHOUT ROWID;

-- How far the look at all bytes is, or was when it ended: one row, none before the first.
CREATE TABLE blob_scrub (
  n            INTEGER PRIMARY KEY CHECK (n = 1),
  organization INTEGER NOT NULL,
  hash         BLOB    NOT NULL,
  looked_at    INTEGER NOT NULL,
  began_at     INTEGER NOT NULL,
  ended_at     INTEGER
);
