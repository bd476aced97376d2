-- The uncropped pictures that a version's pictures were cut from. They are kept as long as the version, for whoever wants to
-- cut anew, and are in no archive and on no page: what was cut away is nobody's but the newsroom's.
CREATE TABLE version_sources (
  version_id TEXT NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  blob TEXT NOT NULL REFERENCES blobs (sha256),
  PRIMARY KEY (version_id, file_name)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_sources_by_blob ON version_sources (blob);
