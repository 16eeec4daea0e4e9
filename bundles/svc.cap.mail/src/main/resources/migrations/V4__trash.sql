-- The trash of an account is another mailbox now. The unread threads with a number up to done are counted anew; those after it are
-- still counted as if old_trash were the trash.
CREATE TABLE trash_move (
  account   INTEGER PRIMARY KEY,
  old_trash INTEGER NOT NULL,
  new_trash INTEGER NOT NULL,
  done      INTEGER NOT NULL
);
