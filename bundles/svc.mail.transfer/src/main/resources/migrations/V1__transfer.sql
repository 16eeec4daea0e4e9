-- What imports brought into a mailbox: how often messages of these bytes, and how many of them the newest run has met so far.
CREATE TABLE transfer_seen (
  account INTEGER NOT NULL,
  mailbox INTEGER NOT NULL,
  hash    BLOB    NOT NULL,
  times   INTEGER NOT NULL,
  run     INTEGER NOT NULL,
  met     INTEGER NOT NULL,
  PRIMARY KEY (account, mailbox, hash)
) WITHOUT ROWID;

-- The number of the newest run of an account.
CREATE TABLE transfer_run (
  account INTEGER PRIMARY KEY,
  run     INTEGER NOT NULL
);
