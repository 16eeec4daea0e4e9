-- Usage reports of other servers. Times are milliseconds since 1970; counters are a JSON object.
CREATE TABLE telemetry_report (
  n              INTEGER PRIMARY KEY,
  at             INTEGER NOT NULL,
  instance       TEXT    NOT NULL,
  version        TEXT    NOT NULL,
  window_seconds INTEGER NOT NULL,
  counters       TEXT    NOT NULL
);

CREATE INDEX telemetry_report_at ON telemetry_report (at);
