-- Credentials in metadata are sealed from now on. Rows of before may hold them in the clear: how far each table has been
-- sealed, by rowid; a table that is done has no row here.
CREATE TABLE sealing (
  owner TEXT PRIMARY KEY CHECK (owner IN ('sessions', 'versions')),
  after INTEGER NOT NULL
) STRICT;
INSERT INTO sealing SELECT 'sessions', 0 WHERE EXISTS (SELECT 1 FROM sessions);
INSERT INTO sealing SELECT 'versions', 0 WHERE EXISTS (SELECT 1 FROM versions);
