-- Which threads became one with another; survivor has all that was theirs. open: messages of it are still to be moved.
CREATE TABLE thread_merged (
  account  INTEGER NOT NULL,
  thread   INTEGER NOT NULL,
  survivor INTEGER NOT NULL,
  open     INTEGER NOT NULL,
  PRIMARY KEY (account, thread)
) WITHOUT ROWID;

CREATE INDEX thread_merged_into ON thread_merged (account, survivor, open, thread);
CREATE INDEX thread_merged_open ON thread_merged (account, thread, survivor) WHERE open = 1;
