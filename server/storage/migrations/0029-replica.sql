-- Files that no row refers to any more; the replica keeps them for its retention time (replica/copier.ts).
CREATE TABLE removed_blobs (
  sha256     TEXT PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_blobs_by_age ON removed_blobs (removed_at);

-- Takeovers from a replica. The next version of an older session skips numbers, because sites may have seen versions
-- that were lost with the first machine.
CREATE TABLE takeovers (
  epoch INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL
) STRICT;
