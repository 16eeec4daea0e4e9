-- The membership log: object n was in a container from "born" until "died", which is 9223372036854775807 while it is in it. "last" is
-- the last change of the object while it was in the container, "died" itself after the end. born 0: it was there before the container
-- was watched.
CREATE TABLE membership (
  account   INTEGER NOT NULL,
  type      INTEGER NOT NULL,
  container INTEGER NOT NULL,
  born      INTEGER NOT NULL,
  n         INTEGER NOT NULL,
  last      INTEGER NOT NULL,
  died      INTEGER NOT NULL,
  PRIMARY KEY (account, type, container, born, n)
);

CREATE INDEX membership_by_last ON membership (account, type, container, last, n, born, died);
CREATE INDEX membership_of_object ON membership (account, type, n, died, container, born);
CREATE INDEX membership_ended ON membership (account, type, died) WHERE died < 9223372036854775807;

-- The containers whose members are logged. floor: from this state on, the changes can be calculated; NULL while the first members are
-- still being written.
CREATE TABLE watched (
  account   INTEGER NOT NULL,
  type      INTEGER NOT NULL,
  container INTEGER NOT NULL,
  floor     INTEGER,
  PRIMARY KEY (account, type, container)
);
