-- Work that goes on after a restart. Times are milliseconds since 1970; no row says more of a person than an id.
CREATE TABLE job (
  n          INTEGER PRIMARY KEY AUTOINCREMENT,
  kind       TEXT    NOT NULL,
  subject    TEXT    NOT NULL,
  state      TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  progress   TEXT,
  error      TEXT,
  attempts   INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at   INTEGER
);

CREATE INDEX job_to_do ON job (not_before, n) WHERE state IN ('queued', 'running');
