-- Annotations of mailboxes (RFC 5464). The name of an entry in lower case begins with /shared/ or /private/.
-- owner: the number of the account of the mailbox; 0 for this account. So the private entries of a guest are in the guest's account.
-- mailbox: the number of the mailbox; 0 for the account itself.
-- digest: changes with the value.
CREATE TABLE mailbox_annotation (
  account INTEGER NOT NULL,
  owner   INTEGER NOT NULL,
  mailbox INTEGER NOT NULL,
  entry   TEXT    NOT NULL,
  value   BLOB    NOT NULL,
  digest  INTEGER NOT NULL,
  PRIMARY KEY (account, owner, mailbox, entry)
);
