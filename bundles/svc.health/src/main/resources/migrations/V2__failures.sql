-- The failures of checks of which operators have not got all notices. Times are milliseconds since 1970; ended_at is absent while the check
-- fails. mailed: whether the notice that the check fails is in the queue.
CREATE TABLE health_failure (
  n          INTEGER PRIMARY KEY,
  family     TEXT    NOT NULL,
  check_name TEXT    NOT NULL,
  detail     TEXT    NOT NULL,
  remedy     TEXT    NOT NULL,
  began_at   INTEGER NOT NULL,
  ended_at   INTEGER,
  mailed     INTEGER NOT NULL CHECK (mailed IN (0, 1))
);
