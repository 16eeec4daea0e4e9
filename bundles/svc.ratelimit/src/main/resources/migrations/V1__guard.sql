-- Times are milliseconds since 1970. A ban that has ended stays for a while: the next one of the same network is longer.
CREATE TABLE ban (
  network  TEXT    PRIMARY KEY,
  reason   TEXT    NOT NULL,
  failures INTEGER NOT NULL,
  since    INTEGER NOT NULL,
  until    INTEGER NOT NULL,
  times    INTEGER NOT NULL
) WITHOUT ROWID;

-- Addresses and networks that are never counted and never banned.
CREATE TABLE trusted (
  network    TEXT    PRIMARY KEY,
  note       TEXT    NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
