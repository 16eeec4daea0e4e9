-- The thumbprint (RFC 7638) of the key that a sign-in is bound to; none for one that is not.
ALTER TABLE device_session ADD COLUMN thumbprint TEXT;

-- What the server itself must not forget and nobody may know.
CREATE TABLE auth_secret (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

-- Passwords for single programs: the SHA-256, never the secret. n is the number of the object in its account.
CREATE TABLE app_password (
  account    INTEGER NOT NULL REFERENCES account_identity (n),
  n          INTEGER NOT NULL,
  name       TEXT    NOT NULL,
  hash       BLOB    NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;
