-- Labels. folded: the name as names are compared. Which messages have one is in the table keyword, under a word of its own.
CREATE TABLE label (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  folded  TEXT    NOT NULL,
  color   TEXT,
  sort    INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;

CREATE UNIQUE INDEX label_by_name ON label (account, folded);

-- Labels that are no more, and are still to be taken off messages.
CREATE TABLE label_leaving (
  account INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  PRIMARY KEY (account, n)
) WITHOUT ROWID;
