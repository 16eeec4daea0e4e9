-- What those who are away answer, and whom they have answered lately. Times are milliseconds since 1970.

CREATE TABLE vacation (
  account   INTEGER PRIMARY KEY,
  enabled   INTEGER NOT NULL,
  from_date INTEGER,
  to_date   INTEGER,
  subject   TEXT,
  text      TEXT,
  html      TEXT
);

CREATE TABLE vacation_answered (
  account INTEGER NOT NULL,
  hash    BLOB    NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;
