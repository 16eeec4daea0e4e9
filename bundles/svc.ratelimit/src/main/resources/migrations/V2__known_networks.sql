-- The networks from which accounts signed in, and when last (milliseconds since 1970).
CREATE TABLE known_network (
  account INTEGER NOT NULL,
  network TEXT    NOT NULL,
  seen    INTEGER NOT NULL,
  PRIMARY KEY (account, network)
) WITHOUT ROWID;
