-- What happened to messages and refused commands, one row for each recipient and event. Times are milliseconds since 1970,
-- addresses are in lower case. account is the account of the recipient, or of the sender for a message that an account
-- sends; 0 for none. tenant is null for that of the account. n grows with time.
CREATE TABLE mail_trace (
  n          INTEGER PRIMARY KEY,
  account    INTEGER NOT NULL,
  tenant     TEXT,
  origin     TEXT    NOT NULL,
  part       INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  state      TEXT    NOT NULL,
  listener   TEXT,
  client     TEXT,
  helo       TEXT,
  protocol   TEXT,
  sender     TEXT,
  recipient  TEXT,
  message_id TEXT,
  size       INTEGER NOT NULL,
  posting    INTEGER,
  reply      TEXT    NOT NULL,
  checks     TEXT,
  mailboxes  TEXT,
  next_at    INTEGER
);

CREATE INDEX mail_trace_by_origin ON mail_trace (origin, n);
CREATE INDEX mail_trace_by_time ON mail_trace (at);
CREATE INDEX mail_trace_by_account ON mail_trace (account);
CREATE INDEX mail_trace_by_sender ON mail_trace (sender, n) WHERE sender IS NOT NULL;
CREATE INDEX mail_trace_by_recipient ON mail_trace (recipient, n) WHERE recipient IS NOT NULL;
CREATE INDEX mail_trace_by_message ON mail_trace (message_id, n) WHERE message_id IS NOT NULL;
CREATE INDEX mail_trace_by_posting ON mail_trace (posting, n) WHERE posting IS NOT NULL;

-- The id in the trace of a queued message that arrived by SMTP; null for its id in the queue.
ALTER TABLE posting ADD COLUMN trace TEXT;
