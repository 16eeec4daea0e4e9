-- Stream tickets that have not ended: the SHA-256, never the ticket. They survive a restart.

CREATE TABLE stream_ticket (
  hash   BLOB    PRIMARY KEY,
  device INTEGER NOT NULL REFERENCES device_session (n) ON DELETE CASCADE,
  end_at INTEGER NOT NULL
);

CREATE INDEX stream_ticket_by_device ON stream_ticket (device);
CREATE INDEX stream_ticket_by_end ON stream_ticket (end_at);
