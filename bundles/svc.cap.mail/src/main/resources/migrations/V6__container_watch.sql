-- Labels can be shared as mailboxes can: the table holds containers of both types.
ALTER TABLE mailbox_watch RENAME COLUMN mailbox TO container;
ALTER TABLE mailbox_watch RENAME TO container_watch;
