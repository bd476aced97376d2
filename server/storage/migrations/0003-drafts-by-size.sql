-- What lists and budgets ask of a draft stands before its words: nothing of these is read for them. A size of 0 with no
-- words: they were let go to make room for newer ones of the session.
CREATE TABLE sized_drafts (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  base_version INTEGER,
  updated_at INTEGER NOT NULL,
  size INTEGER NOT NULL,                      -- of vms_json
  files TEXT,                                 -- JSON array of the names in it; null for drafts older than this column
  vms_json TEXT NOT NULL,
  PRIMARY KEY (session_id, client_id)
) STRICT;
INSERT INTO sized_drafts
  SELECT session_id, client_id, base_version, updated_at, length(CAST(vms_json AS BLOB)), NULL, vms_json FROM drafts;
DROP TABLE drafts;
ALTER TABLE sized_drafts RENAME TO drafts;
