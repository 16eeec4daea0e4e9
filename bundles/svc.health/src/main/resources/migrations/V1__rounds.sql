-- The health rounds. Times are milliseconds since 1970; checks is the JSON array of the findings.
CREATE TABLE health_round (
  n      INTEGER PRIMARY KEY,
  at     INTEGER NOT NULL,
  status TEXT    NOT NULL CHECK (status IN ('ok', 'warn', 'fail')),
  checks TEXT    NOT NULL
);

CREATE INDEX health_round_at ON health_round (at);
