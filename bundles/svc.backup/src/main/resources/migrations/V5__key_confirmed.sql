-- When an operator last proved to have the words of a backup key, in one row. fingerprint: of the key. confirmed_at: milliseconds
-- since 1970.
CREATE TABLE backup_key_confirmed (
  n            INTEGER PRIMARY KEY CHECK (n = 1),
  fingerprint  TEXT    NOT NULL,
  confirmed_at INTEGER NOT NULL
);
