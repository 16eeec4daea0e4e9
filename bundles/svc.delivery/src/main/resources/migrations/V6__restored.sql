-- held 1: the message was in the queue of a backup that was restored. It may have been sent since the backup, so that an
-- operator decides.
ALTER TABLE posting_recipient ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
CREATE INDEX posting_recipient_held ON posting_recipient (posting, i) WHERE held = 1;

-- The indexes of what is due have no held recipients.
DROP INDEX posting_recipient_due;
CREATE INDEX posting_recipient_due ON posting_recipient (next_at, posting, i) WHERE state = 'waiting' AND held = 0;
DROP INDEX posting_recipient_by_lane;
CREATE INDEX posting_recipient_by_lane ON posting_recipient (lane, next_at)
  WHERE state = 'waiting' AND held = 0 AND lane IS NOT NULL;
