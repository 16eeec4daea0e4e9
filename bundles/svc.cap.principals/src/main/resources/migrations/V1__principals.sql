-- The principals of a tenant, in the scope of the tenant. n is the number of the account or of the group; account is the
-- scope. directory_name is the name of the account or group when the row was last compared with the directory.

CREATE TABLE principal (
  n              INTEGER PRIMARY KEY,
  account        INTEGER NOT NULL,
  kind           TEXT    NOT NULL CHECK (kind IN ('individual', 'group')),
  name           TEXT    NOT NULL,
  description    TEXT,
  email          TEXT,
  time_zone      TEXT,
  directory_name TEXT    NOT NULL
);

CREATE INDEX principal_by_tenant ON principal (account, n);
