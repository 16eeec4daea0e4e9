-- The domains of other servers to which an operator lets no messages be sent. Times are milliseconds since 1970.
CREATE TABLE queue_hold (
  domain TEXT    NOT NULL PRIMARY KEY,
  since  INTEGER NOT NULL
);
