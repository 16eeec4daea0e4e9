-- The places of small blobs in the packs below data/blobs/packs. A place is the number of a pack * 2^32 + the offset of the entry in
-- the pack. The length is that of the entry without its header. The rows can be rebuilt from the packs.
CREATE TABLE blob_place (
  place        INTEGER PRIMARY KEY,
  organization TEXT    NOT NULL,
  hash         BLOB    NOT NULL,
  length       INTEGER NOT NULL,
  UNIQUE (organization, hash)
);

-- Entries of removed blobs whose bytes are not yet overwritten.
CREATE TABLE blob_dead (
  place  INTEGER PRIMARY KEY,
  length INTEGER NOT NULL
);

-- Packs whose entries were compared with the rows of blob_place, and the time in milliseconds from which they may be compacted.
CREATE TABLE blob_pack (
  pack       INTEGER PRIMARY KEY,
  compact_at INTEGER NOT NULL
);
