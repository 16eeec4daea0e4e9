-- The newest rehearsal of a restore, in one row. ended_at: milliseconds since 1970. problem: why it failed. recorded: whether the
-- repository has a record of it.
CREATE TABLE restore_drill (
  n        INTEGER PRIMARY KEY CHECK (n = 1),
  run      TEXT    NOT NULL,
  ended_at INTEGER NOT NULL,
  problem  TEXT,
  recorded INTEGER NOT NULL CHECK (recorded IN (0, 1))
);
