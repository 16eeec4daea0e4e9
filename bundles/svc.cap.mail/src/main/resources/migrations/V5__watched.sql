-- Mailboxes that are shared, and whose emails up to (received, n) are in the membership log so far.
CREATE TABLE mailbox_watch (
  account  INTEGER NOT NULL,
  mailbox  INTEGER NOT NULL,
  received INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  PRIMARY KEY (account, mailbox)
);
