-- Where clients want to be told of changes while they are not connected. Times are milliseconds since 1970.

-- n is a random number, alike for nobody. "device" is the sign-in that made it; "types" has a line for each, none at all for
-- all types. Up to told_sequence of told_epoch the client was told.
CREATE TABLE push_subscription (
  n             INTEGER PRIMARY KEY,
  account       INTEGER NOT NULL,
  device        TEXT    NOT NULL,
  secret        TEXT    NOT NULL,
  client        TEXT    NOT NULL,
  url           TEXT    NOT NULL,
  p256dh        BLOB,
  auth          BLOB,
  code          TEXT    NOT NULL,
  verified      INTEGER NOT NULL,
  asked         INTEGER NOT NULL,
  expires_at    INTEGER NOT NULL,
  types         TEXT,
  told_epoch    INTEGER NOT NULL,
  told_sequence INTEGER NOT NULL
);

CREATE INDEX push_subscription_by_account ON push_subscription (account, n);

-- The key that push services know this server by, made once. A subscription is good only together with it.
CREATE TABLE push_server_key (
  name        TEXT PRIMARY KEY,
  private_key BLOB NOT NULL,
  public_key  BLOB NOT NULL
) WITHOUT ROWID;
