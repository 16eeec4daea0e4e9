-- held 1: the message was in the queue of a backup that was restored. It may have been sent since the backup, so that an
-- operator decides.
ALTER TABLE posting_recipient ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
CREATE INDEX posting_recipient_held ON posting_recipient (posting, i) WHERE held = 1;
