-- The erased accounts of which the repository of the backups has no record yet. erased_at: milliseconds since 1970.
CREATE TABLE erased_account (
  account   INTEGER PRIMARY KEY,
  erased_at INTEGER NOT NULL
);
