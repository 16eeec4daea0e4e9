-- Every key begins with the account. Times are seconds since 1970. What lists and counts read is integers alone.

-- Whose default mailboxes were made; they are made once, and may be destroyed afterwards.
CREATE TABLE mail_account (
  account INTEGER PRIMARY KEY
);

-- parent 0: at the top. "subscribed" is the owner's; the counts are exact at every commit.
CREATE TABLE mailbox (
  account        INTEGER NOT NULL,
  n              INTEGER NOT NULL,
  name           TEXT    NOT NULL,
  parent         INTEGER NOT NULL,
  role           TEXT,
  sort           INTEGER NOT NULL,
  subscribed     INTEGER NOT NULL,
  emails         INTEGER NOT NULL DEFAULT 0,
  unread         INTEGER NOT NULL DEFAULT 0,
  threads        INTEGER NOT NULL DEFAULT 0,
  unread_threads INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE UNIQUE INDEX mailbox_by_name ON mailbox (account, parent, name);
CREATE UNIQUE INDEX mailbox_by_role ON mailbox (account, role) WHERE role IS NOT NULL;

-- Who else than the owner wants to see a mailbox; "who" is the number of an account.
CREATE TABLE mailbox_subscription (
  account INTEGER NOT NULL,
  who     INTEGER NOT NULL,
  mailbox INTEGER NOT NULL,
  PRIMARY KEY (account, who, mailbox)
) WITHOUT ROWID;

-- The one row that a change of flags touches. flags: 1 seen, 2 draft, 4 flagged, 8 answered, 16 has an attachment,
-- 32 has further keywords.
CREATE TABLE email (
  account  INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  thread   INTEGER NOT NULL,
  received INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  sent     INTEGER,
  flags    INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE INDEX email_by_received ON email (account, received, n, thread);
CREATE INDEX email_in_thread ON email (account, thread, received, n);

-- What was found out when a message arrived. With row ids, because rows are large.
CREATE TABLE email_text (
  account   INTEGER NOT NULL,
  n         INTEGER NOT NULL,
  blob      BLOB    NOT NULL,
  summary   BLOB    NOT NULL,
  structure BLOB    NOT NULL,
  PRIMARY KEY (account, n)
);

-- By what messages are sorted besides numbers.
CREATE TABLE email_order (
  account   INTEGER NOT NULL,
  n         INTEGER NOT NULL,
  subject   TEXT    NOT NULL,
  sender    TEXT    NOT NULL,
  recipient TEXT    NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE TABLE in_mailbox (
  account  INTEGER NOT NULL,
  mailbox  INTEGER NOT NULL,
  received INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  thread   INTEGER NOT NULL,
  PRIMARY KEY (account, mailbox, received, n)
) WITHOUT ROWID;

CREATE INDEX in_mailbox_of ON in_mailbox (account, n, mailbox);

-- unread: messages without $seen and $draft that are in a mailbox which is not the trash. received and newest are those of its
-- newest message: a thread's place in a list that shows threads.
CREATE TABLE thread (
  account  INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  emails   INTEGER NOT NULL,
  unread   INTEGER NOT NULL,
  received INTEGER NOT NULL,
  newest   INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE INDEX thread_by_newest ON thread (account, received, newest, n);

-- The same of those of its messages that are in a mailbox.
CREATE TABLE thread_in_mailbox (
  account  INTEGER NOT NULL,
  thread   INTEGER NOT NULL,
  mailbox  INTEGER NOT NULL,
  emails   INTEGER NOT NULL,
  unread   INTEGER NOT NULL,
  received INTEGER NOT NULL,
  newest   INTEGER NOT NULL,
  PRIMARY KEY (account, thread, mailbox)
) WITHOUT ROWID;

CREATE INDEX thread_in_mailbox_by_newest ON thread_in_mailbox (account, mailbox, received, newest, thread);

-- How many entries of a list stand from (received, n) up to the next block: a place in a list is found without walking it.
-- list: twice the mailbox (0 is the account), one more for the list of its threads.
CREATE TABLE mail_block (
  account  INTEGER NOT NULL,
  list     INTEGER NOT NULL,
  received INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  entries  INTEGER NOT NULL,
  PRIMARY KEY (account, list, received, n)
) WITHOUT ROWID;

-- The keywords of an account by number; those below 16 are the same in all accounts and have no row until they are used.
CREATE TABLE mail_word (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  emails  INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE UNIQUE INDEX mail_word_by_name ON mail_word (account, name);

-- Which messages have a keyword, newest last. Of $seen the messages are here that do not have it: they are the few.
CREATE TABLE keyword (
  account  INTEGER NOT NULL,
  word     INTEGER NOT NULL,
  received INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  PRIMARY KEY (account, word, received, n)
) WITHOUT ROWID;

CREATE INDEX keyword_of ON keyword (account, n, word) WHERE word >= 16;

-- In which thread a message goes that names a message id and has this base subject (RFC 8621 §3), both as 64 bits of a hash.
CREATE TABLE msgid (
  account INTEGER NOT NULL,
  hash    INTEGER NOT NULL,
  subject INTEGER NOT NULL,
  thread  INTEGER NOT NULL,
  PRIMARY KEY (account, hash, subject)
) WITHOUT ROWID;

CREATE INDEX msgid_of ON msgid (account, thread);

-- In which message, and where in it, the bytes of a part are found.
CREATE TABLE part (
  account INTEGER NOT NULL,
  hash    BLOB    NOT NULL,
  n       INTEGER NOT NULL,
  path    TEXT    NOT NULL,
  PRIMARY KEY (account, hash, n, path)
) WITHOUT ROWID;

CREATE INDEX part_of ON part (account, n);
