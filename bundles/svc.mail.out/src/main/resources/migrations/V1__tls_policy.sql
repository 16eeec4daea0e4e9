-- The MTA-STS policies of other domains (RFC 8461). Times are seconds since 1970. mode is empty if no policy was fetched
-- yet. mx has the patterns, separated by spaces. tried_id is the id in DNS at the last attempt to fetch the policy, which
-- began at tried_at. used_day is the day on which the policy was last needed, in days since 1970.
CREATE TABLE tls_policy (
  domain   TEXT    NOT NULL PRIMARY KEY,
  id       TEXT    NOT NULL,
  mode     TEXT    NOT NULL,
  mx       TEXT    NOT NULL,
  max_age  INTEGER NOT NULL,
  until    INTEGER NOT NULL,
  tried_id TEXT    NOT NULL,
  tried_at INTEGER NOT NULL,
  used_day INTEGER NOT NULL
);

CREATE INDEX tls_policy_by_time ON tls_policy (tried_at);
