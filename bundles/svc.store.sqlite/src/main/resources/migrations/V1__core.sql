-- Numbers, not texts, are the keys of every table that is large or often touched.

CREATE TABLE account (
  n                INTEGER PRIMARY KEY,
  org              TEXT    NOT NULL,
  ext_id           TEXT    NOT NULL,
  epoch            INTEGER NOT NULL DEFAULT 1,
  next_seq         INTEGER NOT NULL DEFAULT 1,
  used_bytes       INTEGER NOT NULL DEFAULT 0,
  security_version INTEGER NOT NULL DEFAULT 0,
  UNIQUE (org, ext_id)
);

-- The system is a scope with a sequence, states and changes like every other.
INSERT INTO account (n, org, ext_id) VALUES (0, '', '');

CREATE TABLE object_type (
  n    INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

-- The state of a type is kept and never derived from the log: a purge must not move it.
CREATE TABLE state (
  account INTEGER NOT NULL REFERENCES account (n),
  type    INTEGER NOT NULL REFERENCES object_type (n),
  seq     INTEGER NOT NULL,
  PRIMARY KEY (account, type)
) WITHOUT ROWID;

-- No row: never purged, every state answers.
CREATE TABLE floor (
  account INTEGER NOT NULL,
  type    INTEGER NOT NULL,
  seq     INTEGER NOT NULL,
  PRIMARY KEY (account, type)
) WITHOUT ROWID;

-- Which states were given out when, a row a minute; "at" never steps back within a type.
CREATE TABLE tick (
  account  INTEGER NOT NULL,
  type     INTEGER NOT NULL,
  minute   INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (account, type, minute)
) WITHOUT ROWID;

-- One row for each object: its present or last life, its last change in all and in each facet.
CREATE TABLE change (
  account INTEGER NOT NULL,
  type    INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  born    INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  f0      INTEGER NOT NULL,
  f1      INTEGER NOT NULL,
  f2      INTEGER NOT NULL,
  f3      INTEGER NOT NULL,
  died    INTEGER,
  PRIMARY KEY (account, type, n)
) WITHOUT ROWID;

CREATE INDEX change_by_last ON change (account, type, changed, n, born, died, f0, f1, f2, f3);
CREATE INDEX change_returned ON change (account, type, born) WHERE born <> n;
CREATE INDEX change_dead ON change (account, type, died) WHERE died IS NOT NULL;

-- The earlier lives of objects that returned. An object lived at s when a life has born <= s < died.
CREATE TABLE past_life (
  account INTEGER NOT NULL,
  type    INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  born    INTEGER NOT NULL,
  died    INTEGER NOT NULL,
  PRIMARY KEY (account, type, n, born)
) WITHOUT ROWID;

CREATE INDEX past_life_by_end ON past_life (account, type, died, n, born);

CREATE TABLE obj (
  account INTEGER NOT NULL,
  type    INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  body    BLOB    NOT NULL,
  PRIMARY KEY (account, type, n)
);
