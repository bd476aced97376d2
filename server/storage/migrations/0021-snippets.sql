-- Pieces of articles that a project keeps under a name, to be put into others. Their files are kept by their bytes, whatever
-- becomes of the article that they came from.
CREATE TABLE snippets (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  id TEXT NOT NULL,                           -- made by the tab that saved it
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,                     -- the name as it is compared and sorted
  kind TEXT NOT NULL CHECK (kind IN ('words', 'blocks')),
  doc TEXT NOT NULL,                          -- JSON: a document of the article schema
  excerpt TEXT NOT NULL,                      -- what is shown of it in lists, as the columns below
  thumbnail TEXT,                             -- file name
  pictures INTEGER NOT NULL,
  files INTEGER NOT NULL,
  size INTEGER NOT NULL,                      -- bytes of the document and of all files
  changes INTEGER NOT NULL DEFAULT 1,         -- counts what became of it
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL,                   -- '' where nobody said
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, name_key)
) STRICT;
CREATE TABLE snippet_files (
  project_id TEXT NOT NULL,
  snippet_id TEXT NOT NULL,
  file_name TEXT NOT NULL,                    -- as the document names it
  blob TEXT NOT NULL REFERENCES blobs (sha256),
  type TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  original_name TEXT NOT NULL,
  smaller_of TEXT,                            -- the picture that this one is the same as, with fewer pixels
  PRIMARY KEY (project_id, snippet_id, file_name),
  FOREIGN KEY (project_id, snippet_id) REFERENCES snippets (project_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX snippet_files_by_blob ON snippet_files (blob);
