-- The domains that an operator registered for mail. Names are in lower case, with A-labels (RFC 5890). Times are
-- milliseconds since 1970. since is the time at which the state began; suspended_at is null unless the domain is
-- suspended; last_ok and checked_at are the times of the last proof and of the last check.
CREATE TABLE mail_domain (
  name         TEXT    NOT NULL PRIMARY KEY,
  kind         TEXT    NOT NULL CHECK (kind IN ('sender', 'relay')),
  organization TEXT    NOT NULL,
  proof_key    TEXT    NOT NULL,
  state        TEXT    NOT NULL CHECK (state IN ('pending', 'verified', 'unverified')),
  since        INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  last_ok      INTEGER,
  checked_at   INTEGER,
  result       TEXT    NOT NULL DEFAULT '',
  suspended_at INTEGER,
  holder       TEXT,
  host         TEXT
);
