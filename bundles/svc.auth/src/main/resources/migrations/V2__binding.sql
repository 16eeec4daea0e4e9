-- The thumbprint (RFC 7638) of the key that a sign-in is bound to; none for one that is not.
ALTER TABLE device_session ADD COLUMN thumbprint TEXT;

-- What the server itself must not forget and nobody may know.
CREATE TABLE auth_secret (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;
