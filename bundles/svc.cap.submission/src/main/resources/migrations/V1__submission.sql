-- Who people are when they send, and what they sent. Times are milliseconds since 1970.

-- No row: the account has not been given its first identities.
CREATE TABLE identity_account (
  account INTEGER PRIMARY KEY
);

CREATE TABLE identity (
  account  INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  name     TEXT    NOT NULL,
  email    TEXT    NOT NULL,
  reply_to TEXT,
  bcc      TEXT,
  text     TEXT    NOT NULL,
  html     TEXT    NOT NULL,
  main     INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE TABLE submission (
  account  INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  identity INTEGER NOT NULL,
  email    INTEGER NOT NULL,
  thread   INTEGER NOT NULL,
  send_at  INTEGER NOT NULL,
  undo     TEXT    NOT NULL CHECK (undo IN ('pending', 'final', 'canceled')),
  posting  INTEGER NOT NULL,
  envelope TEXT    NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE INDEX submission_by_time ON submission (account, send_at, n);
CREATE INDEX submission_by_email ON submission (account, email, n);
CREATE INDEX submission_by_posting ON submission (account, posting);

CREATE TABLE submission_recipient (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  i       INTEGER NOT NULL,
  address TEXT    NOT NULL,
  fate    TEXT    NOT NULL,
  reply   TEXT    NOT NULL,
  PRIMARY KEY (account, n, i)
) WITHOUT ROWID;

-- Messages that told of failures.
CREATE TABLE submission_report (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  i       INTEGER NOT NULL,
  blob    BLOB    NOT NULL,
  PRIMARY KEY (account, n, i)
) WITHOUT ROWID;
