-- Articles that several tabs write at the same time (articles/collaboration/).
CREATE TABLE rooms (
  session_id   TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  epoch        TEXT NOT NULL,      -- lineage of the document; a replacement begins another
  n            INTEGER NOT NULL,   -- steps of this epoch
  base_version INTEGER,            -- version that the document at saved_n is; null before the first
  saved_n      INTEGER NOT NULL,
  stored_n     INTEGER NOT NULL,   -- step of vms_json
  origin       TEXT,               -- JSON {client_id, steps}: the tab that the document began with
  updated_at   INTEGER NOT NULL,
  files        TEXT NOT NULL,      -- JSON array of the file names in the document
  vms_json     TEXT NOT NULL
);
CREATE INDEX rooms_by_age ON rooms (updated_at) WHERE n = saved_n;

-- Steps of a tab that were stored together; n is the room's number after them.
CREATE TABLE session_steps (
  session_id TEXT NOT NULL REFERENCES rooms (session_id) ON DELETE CASCADE,
  n          INTEGER NOT NULL,
  writer     TEXT NOT NULL,        -- public name of the tab that sent them
  counter    INTEGER NOT NULL,     -- number of its own steps, these included
  at         INTEGER NOT NULL,
  steps      TEXT NOT NULL,        -- JSON array of ProseMirror steps
  PRIMARY KEY (session_id, n)
) WITHOUT ROWID;

-- steps: own steps of the tab that the draft contains. author: of changes that were kept when another text was shown.
ALTER TABLE drafts ADD COLUMN steps INTEGER;
ALTER TABLE drafts ADD COLUMN author TEXT;
