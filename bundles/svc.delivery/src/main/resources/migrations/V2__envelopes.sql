-- The rest of the envelope (RFC 3461, RFC 6531, RFC 8689).
ALTER TABLE posting ADD COLUMN envelope_id TEXT;
ALTER TABLE posting ADD COLUMN full_return INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posting ADD COLUMN smtp_utf8 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posting ADD COLUMN require_tls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posting_recipient ADD COLUMN notify TEXT NOT NULL DEFAULT '';
ALTER TABLE posting_recipient ADD COLUMN original TEXT;

-- A message that came from outside and is sent on or waits: the length of the trace field of the filed copy that is not
-- sent, the key by which an account recognizes the message, and whether it is filed as junk.
ALTER TABLE posting ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE posting ADD COLUMN message_key BLOB;
ALTER TABLE posting ADD COLUMN junk INTEGER NOT NULL DEFAULT 0;

-- Whether the status of the recipient is final and the sender has a notification of it, or gets none.
ALTER TABLE posting_recipient ADD COLUMN reported INTEGER NOT NULL DEFAULT 0;
UPDATE posting_recipient SET reported = 1 WHERE state <> 'waiting';

-- The lane in which the recipient waits: the domain to which a transport sends; null for delivery on this server.
ALTER TABLE posting_recipient ADD COLUMN lane TEXT;
CREATE INDEX posting_recipient_by_lane ON posting_recipient (lane, next_at) WHERE state = 'waiting' AND lane IS NOT NULL;
