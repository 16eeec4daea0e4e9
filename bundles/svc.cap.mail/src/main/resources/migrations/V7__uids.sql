-- The UID of each email in each mailbox (RFC 9051 §2.3.1.1). saved: when the email was added to the mailbox, in seconds since 1970.
-- deleted 1: the email has the flag \Deleted in this mailbox, and therefore is not in it for JMAP (RFC 8621 §4.1.1).
CREATE TABLE mail_uid (
  account INTEGER NOT NULL,
  mailbox INTEGER NOT NULL,
  uid     INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  saved   INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  PRIMARY KEY (account, mailbox, uid)
);

CREATE UNIQUE INDEX mail_uid_of ON mail_uid (account, n, mailbox);
-- All columns that are read of emails with the flag \Deleted, because the planner does not use the index otherwise.
CREATE INDEX mail_uid_deleted ON mail_uid (account, mailbox, deleted, uid, n, saved) WHERE deleted = 1;

-- The ranges of UIDs in a mailbox without a gap, so that sequence numbers are found without reading all UIDs.
CREATE TABLE mail_run (
  account INTEGER NOT NULL,
  mailbox INTEGER NOT NULL,
  first   INTEGER NOT NULL,
  last    INTEGER NOT NULL,
  PRIMARY KEY (account, mailbox, first)
);

-- The emails that have the flag \Deleted in all their mailboxes. keywords: those without a bit in flags, separated by spaces.
CREATE TABLE mail_hidden (
  account  INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  received INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  sent     INTEGER,
  flags    INTEGER NOT NULL,
  keywords TEXT    NOT NULL,
  PRIMARY KEY (account, n)
);

-- Accounts whose emails with a number above "done" have no UIDs yet.
CREATE TABLE uid_assignment (
  account INTEGER PRIMARY KEY,
  done    INTEGER NOT NULL
);

INSERT INTO uid_assignment (account, done) SELECT account, 0 FROM mail_account;

-- uid_validity of a mailbox is null until a client asks for it; that of the account is the highest one so far.
ALTER TABLE mailbox ADD COLUMN uid_next INTEGER NOT NULL DEFAULT 1;
ALTER TABLE mailbox ADD COLUMN uid_validity INTEGER;
ALTER TABLE mail_account ADD COLUMN uid_validity INTEGER NOT NULL DEFAULT 0;
