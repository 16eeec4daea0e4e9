-- What recipients told of messages that were sent: whole notifications, and who says that the message was shown. The address is that
-- of the envelope, or empty.
CREATE TABLE submission_receipt (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  i       INTEGER NOT NULL,
  blob    BLOB    NOT NULL,
  shown   TEXT    NOT NULL,
  PRIMARY KEY (account, n, i)
) WITHOUT ROWID;
