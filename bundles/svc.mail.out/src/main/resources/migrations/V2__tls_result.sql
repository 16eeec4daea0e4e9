-- The results of TLS sessions for reports (RFC 8460): sessions by UTC day (in days since 1970), domain, policy and kind
-- of failure. records and patterns describe the policy, one element a line. failure is empty for success, and then host,
-- address, sender and reason are empty too. sender is the address of this server. id is a hash of all other columns
-- except sessions.
CREATE TABLE tls_result (
  day      INTEGER NOT NULL,
  domain   TEXT    NOT NULL,
  id       TEXT    NOT NULL,
  policy   TEXT    NOT NULL,
  records  TEXT    NOT NULL,
  patterns TEXT    NOT NULL,
  failure  TEXT    NOT NULL,
  host     TEXT    NOT NULL,
  address  TEXT    NOT NULL,
  sender   TEXT    NOT NULL,
  reason   TEXT    NOT NULL,
  sessions INTEGER NOT NULL,
  PRIMARY KEY (day, domain, id)
);

-- The reports of a day. due is the time in seconds since 1970 when the report is sent; null if nothing is left to do.
CREATE TABLE tls_report (
  day      INTEGER NOT NULL,
  domain   TEXT    NOT NULL,
  due      INTEGER,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (day, domain)
);

CREATE INDEX tls_report_by_time ON tls_report (due) WHERE due IS NOT NULL;
