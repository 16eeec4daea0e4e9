-- The account of the user who submitted the message in the name of this account; 0 for the owner.
ALTER TABLE submission ADD COLUMN sender INTEGER NOT NULL DEFAULT 0;

CREATE INDEX submission_by_sender ON submission (account, sender, n);
