-- The files of blobs that a restore has left in the backup. path: below the folder data of the home.
CREATE TABLE deferred_file (
  path  TEXT    PRIMARY KEY,
  bytes INTEGER NOT NULL
);

-- The backup that has these files, in one row.
CREATE TABLE deferred_source (
  n      INTEGER PRIMARY KEY CHECK (n = 1),
  target TEXT    NOT NULL,
  run    TEXT    NOT NULL
);
