-- The keys that sign messages. The private keys are files. Times are milliseconds since 1970.
CREATE TABLE dkim_key (
  domain TEXT NOT NULL,
  selector TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  -- Relative to secrets/dkim.
  file TEXT NOT NULL,
  -- The value of the TXT record.
  record TEXT NOT NULL,
  -- new, live or retired, since a time.
  state TEXT NOT NULL,
  since INTEGER NOT NULL,
  -- The time of the next lookup, and whether the last one found the record; null before the first.
  check_at INTEGER NOT NULL,
  published INTEGER,
  PRIMARY KEY (domain, selector)
);
