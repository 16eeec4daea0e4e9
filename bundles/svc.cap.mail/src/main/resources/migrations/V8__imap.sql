-- The ENVELOPE and BODYSTRUCTURE of messages (RFC 9051 §7.5.2), kept when a client fetches them. A row can be missing.
CREATE TABLE email_imap (
  account   INTEGER NOT NULL,
  n         INTEGER NOT NULL,
  envelope  BLOB    NOT NULL,
  structure BLOB    NOT NULL,
  PRIMARY KEY (account, n)
);

-- The first number of each email that got another one, or that is a copy of another email: its EMAILID never changes (RFC 8474 §5.1).
CREATE TABLE email_first (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  first   INTEGER NOT NULL,
  PRIMARY KEY (account, n)
);

CREATE INDEX email_first_of ON email_first (account, first);
