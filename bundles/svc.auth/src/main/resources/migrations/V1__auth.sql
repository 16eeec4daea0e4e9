-- Who is who. Times are milliseconds since 1970; a state is a word, so that a look into the database explains itself.

CREATE TABLE organization (
  n          INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  state      TEXT    NOT NULL CHECK (state IN ('active', 'suspended')),
  created_at INTEGER NOT NULL
);

-- In lower case and as A-labels (RFC 5890); one organization has a domain, on the whole instance.
CREATE TABLE domain (
  name         TEXT    PRIMARY KEY,
  organization INTEGER NOT NULL REFERENCES organization (n)
) WITHOUT ROWID;

CREATE INDEX domain_by_organization ON domain (organization, name);

-- No row: as the server offers it.
CREATE TABLE organization_capability (
  organization INTEGER NOT NULL REFERENCES organization (n),
  urn          TEXT    NOT NULL,
  off          INTEGER NOT NULL,
  PRIMARY KEY (organization, urn)
) WITHOUT ROWID;

-- n is the number under which the store keeps the account's data. "email" is what people see, "email_key" what is compared.
CREATE TABLE account_identity (
  n            INTEGER PRIMARY KEY,
  organization INTEGER NOT NULL REFERENCES organization (n),
  email        TEXT    NOT NULL,
  email_key    TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  password     TEXT    NOT NULL,
  state        TEXT    NOT NULL CHECK (state IN ('active', 'disabled')),
  created_at   INTEGER NOT NULL
);

CREATE INDEX account_identity_by_organization ON account_identity (organization, n);

-- One sign-in of one program, alike for all tokens that follow from it.
CREATE TABLE device_session (
  n          INTEGER PRIMARY KEY,
  account    INTEGER NOT NULL REFERENCES account_identity (n),
  created_at INTEGER NOT NULL
);

CREATE INDEX device_session_by_account ON device_session (account);

-- The SHA-256 of a token, never the token.
CREATE TABLE token (
  hash      BLOB    PRIMARY KEY,
  account   INTEGER NOT NULL REFERENCES account_identity (n),
  device    INTEGER NOT NULL REFERENCES device_session (n),
  issued_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX token_by_device ON token (device);
CREATE INDEX token_by_account ON token (account);
CREATE INDEX token_by_time ON token (issued_at);

-- Who lets whom reach which data.
CREATE TABLE account_grant (
  owner      INTEGER NOT NULL REFERENCES account_identity (n),
  grantee    INTEGER NOT NULL REFERENCES account_identity (n),
  capability TEXT    NOT NULL,
  access     TEXT    NOT NULL CHECK (access IN ('read', 'write')),
  PRIMARY KEY (owner, grantee, capability)
) WITHOUT ROWID;

CREATE INDEX account_grant_by_grantee ON account_grant (grantee, owner);

-- Moves with every change of what an owner lets a grantee do; stays when nothing is left of it, so that it never goes back.
CREATE TABLE account_share (
  owner   INTEGER NOT NULL REFERENCES account_identity (n),
  grantee INTEGER NOT NULL REFERENCES account_identity (n),
  version INTEGER NOT NULL,
  PRIMARY KEY (owner, grantee)
) WITHOUT ROWID;
