-- The DMARC aggregate reports that this server will send: one for each domain and day. A day is a number of days since
-- 1970-01-01 in UTC, a time is a number of milliseconds since then.
CREATE TABLE dmarc_policy (
  day       INTEGER NOT NULL,
  domain    TEXT    NOT NULL,
  policy    TEXT    NOT NULL,
  addresses TEXT    NOT NULL,
  tuples    INTEGER NOT NULL,
  due       INTEGER NOT NULL,
  attempts  INTEGER NOT NULL,
  claimed   INTEGER NOT NULL,
  PRIMARY KEY (day, domain)
);

CREATE INDEX dmarc_policy_by_due ON dmarc_policy (claimed, due);

-- The numbers of messages with the same results, for these reports.
CREATE TABLE dmarc_count (
  day      INTEGER NOT NULL,
  domain   TEXT    NOT NULL,
  tuple    TEXT    NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (day, domain, tuple)
);

-- The aggregate reports that arrived in an account, by which a repeated report is recognized.
CREATE TABLE dmarc_received (
  account  INTEGER NOT NULL,
  domain   TEXT    NOT NULL,
  day      INTEGER NOT NULL,
  reporter TEXT    NOT NULL,
  report   TEXT    NOT NULL,
  PRIMARY KEY (account, domain, day, reporter, report)
);

CREATE INDEX dmarc_received_by_day ON dmarc_received (day);

-- The sums of these reports by source address and result.
CREATE TABLE dmarc_source (
  account  INTEGER NOT NULL,
  domain   TEXT    NOT NULL,
  day      INTEGER NOT NULL,
  source   TEXT    NOT NULL,
  dkim     INTEGER NOT NULL,
  spf      INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (account, domain, day, source, dkim, spf)
);

CREATE INDEX dmarc_source_by_day ON dmarc_source (day, domain);
