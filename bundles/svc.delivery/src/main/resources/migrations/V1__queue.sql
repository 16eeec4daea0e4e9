-- Messages on their way. Times are milliseconds since 1970.

CREATE TABLE posting (
  n          INTEGER PRIMARY KEY AUTOINCREMENT,
  account    INTEGER NOT NULL,
  blob       BLOB    NOT NULL,
  size       INTEGER NOT NULL,
  sender     TEXT    NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE INDEX posting_by_account ON posting (account, n);

-- Each recipient fares for itself. Those who have it, or never will, stay until the last one is settled.
CREATE TABLE posting_recipient (
  posting  INTEGER NOT NULL REFERENCES posting (n),
  i        INTEGER NOT NULL,
  account  INTEGER NOT NULL,
  address  TEXT    NOT NULL,
  state    TEXT    NOT NULL CHECK (state IN ('waiting', 'delivered', 'relayed', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at  INTEGER NOT NULL,
  reply    TEXT    NOT NULL DEFAULT '',
  PRIMARY KEY (posting, i)
) WITHOUT ROWID;

CREATE INDEX posting_recipient_due ON posting_recipient (next_at, posting, i) WHERE state = 'waiting';
CREATE INDEX posting_recipient_by_account ON posting_recipient (account, posting);

-- Which messages came to an account lately, by a hash of what makes one the same as another.
CREATE TABLE recent_letter (
  account INTEGER NOT NULL,
  hash    BLOB    NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;

CREATE INDEX recent_letter_by_time ON recent_letter (at);
