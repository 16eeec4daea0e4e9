-- Tokens that were exchanged for the next one of their sign-in. One that is presented for exchange again ends the sign-in
-- (RFC 9700 §4.14.2).

CREATE TABLE exchanged_token (
  hash         BLOB    PRIMARY KEY,
  device       INTEGER NOT NULL REFERENCES device_session (n) ON DELETE CASCADE,
  exchanged_at INTEGER NOT NULL
);

CREATE INDEX exchanged_token_by_device ON exchanged_token (device);
CREATE INDEX exchanged_token_by_time ON exchanged_token (exchanged_at);
