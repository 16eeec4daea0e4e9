-- The time at which the first delivery is due: a message can be held. The time for delivery begins then.
ALTER TABLE posting ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
UPDATE posting SET due_at = coalesce(
  (SELECT max(next_at) FROM posting_recipient WHERE posting = n AND state = 'waiting' AND attempts = 0 AND sender <> ''),
  created_at);

-- Whether the sender has a notification that the message is delayed (RFC 3461).
ALTER TABLE posting_recipient ADD COLUMN delay_reported INTEGER NOT NULL DEFAULT 0;
