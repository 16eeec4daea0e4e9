-- Who did what. Times are milliseconds since 1970; organization 0 is the server as a whole; account is
-- the one by whom or to whom it was done, where there is one. n grows with time, and the newest is never deleted before the others.
CREATE TABLE audit_entry (
  n            INTEGER PRIMARY KEY,
  account      INTEGER,
  organization INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  actor        TEXT    NOT NULL,
  actor_id     TEXT,
  address      TEXT,
  action       TEXT    NOT NULL,
  target       TEXT,
  target_id    TEXT,
  outcome      TEXT    NOT NULL,
  details      TEXT    NOT NULL
);

CREATE INDEX audit_entry_by_organization ON audit_entry (organization, n);
CREATE INDEX audit_entry_by_account ON audit_entry (account);
CREATE INDEX audit_entry_by_time ON audit_entry (at);
