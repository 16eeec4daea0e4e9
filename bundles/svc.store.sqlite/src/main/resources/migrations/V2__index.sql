-- The indexes of the generic table. An index has a number as a type has; its keys sort byte by byte.
CREATE TABLE obj_ix (
  account INTEGER NOT NULL,
  ix      INTEGER NOT NULL,
  value   BLOB    NOT NULL,
  n       INTEGER NOT NULL,
  PRIMARY KEY (account, ix, value, n)
) WITHOUT ROWID;

-- The indexes that hold an entry for each object.
CREATE TABLE obj_ix_whole (
  account INTEGER NOT NULL,
  ix      INTEGER NOT NULL,
  PRIMARY KEY (account, ix)
) WITHOUT ROWID;
