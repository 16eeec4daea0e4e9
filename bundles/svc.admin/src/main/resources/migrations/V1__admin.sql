-- One row from the moment when a token of its own was first in force for /metrics: the admin token never opens it again.
CREATE TABLE metrics_token_in_force (
  n     INTEGER PRIMARY KEY CHECK (n = 1),
  since INTEGER NOT NULL
);
