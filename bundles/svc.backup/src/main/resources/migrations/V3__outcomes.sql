-- The newest successful backup, in one row. began_at: milliseconds since 1970.
CREATE TABLE backup_success (
  n           INTEGER PRIMARY KEY CHECK (n = 1),
  run         TEXT    NOT NULL,
  began_at    INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  files       INTEGER NOT NULL,
  bytes       INTEGER NOT NULL,
  added_bytes INTEGER NOT NULL
);

-- The failure of the newest backup, in one row; none if it was successful. failed_at: milliseconds since 1970.
CREATE TABLE backup_failure (
  n         INTEGER PRIMARY KEY CHECK (n = 1),
  failed_at INTEGER NOT NULL,
  problem   TEXT    NOT NULL
);
