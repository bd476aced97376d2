-- What people say about an article, beside the document. A thread is a comment and the answers to it; what belongs to the
-- whole thread stands in the row of the comment that began it.
CREATE TABLE comments (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  id TEXT NOT NULL,                           -- made by the tab that wrote it
  thread_id TEXT NOT NULL,                    -- its own id where it began the thread
  author TEXT NOT NULL,
  author_fixed INTEGER NOT NULL CHECK (author_fixed IN (0, 1)), -- whether the site said who it was
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  text TEXT NOT NULL,
  changes INTEGER NOT NULL DEFAULT 1,         -- of the thread: counts what became of it
  resolved_at INTEGER,                        -- of the thread
  resolved_by TEXT,                           -- of the thread
  anchor TEXT,                                -- of the thread, JSON: what it is about
  PRIMARY KEY (session_id, id),
  FOREIGN KEY (session_id, thread_id) REFERENCES comments (session_id, id) ON DELETE CASCADE,
  CHECK ((thread_id = id) = (anchor IS NOT NULL))
) STRICT;
CREATE INDEX comments_of_thread ON comments (session_id, thread_id, created_at, id);
CREATE INDEX comments_open ON comments (session_id) WHERE thread_id = id AND resolved_at IS NULL;
