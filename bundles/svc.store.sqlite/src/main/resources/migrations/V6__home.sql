-- Binds the database to its home: one row. "id" is random, and empty until the first start; "generation" grows with every start;
-- "restored" is the generation in which the database was last found to be a copy that had been put back, 0 when it never was;
-- "commits" counts the transactions that changed something. A file beside the database holds the same, so that an older copy is noticed.
CREATE TABLE store_home (
  n          INTEGER PRIMARY KEY CHECK (n = 1),
  id         TEXT    NOT NULL,
  generation INTEGER NOT NULL,
  restored   INTEGER NOT NULL,
  commits    INTEGER NOT NULL
);

INSERT INTO store_home (n, id, generation, restored, commits) VALUES (1, '', 0, 0, 0);
