-- The random id of this instance in its usage reports: at most one row.
CREATE TABLE telemetry_instance (
  n  INTEGER PRIMARY KEY,
  id TEXT    NOT NULL
);
