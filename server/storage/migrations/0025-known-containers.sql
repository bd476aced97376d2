-- Definitions of containers that the site gave for an article and that its metadata no longer hold, and those of its versions:
-- a save keeps only containers with a definition that is known.
CREATE TABLE known_containers (
  position INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,                         -- sha-256 of the definition, keys sorted
  UNIQUE (session_id, hash)
) STRICT;
