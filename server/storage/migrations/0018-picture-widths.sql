-- The smaller files that a picture is published with, for screens that need no more. Both are files of the session.
CREATE TABLE picture_widths (
  session_id TEXT NOT NULL,
  file_name TEXT NOT NULL,                    -- the picture
  smaller TEXT NOT NULL,                      -- the same picture with fewer pixels
  width INTEGER NOT NULL,                     -- of the smaller one, in pixels
  PRIMARY KEY (session_id, file_name, smaller),
  FOREIGN KEY (session_id, file_name) REFERENCES assets (session_id, file_name) ON DELETE CASCADE,
  FOREIGN KEY (session_id, smaller) REFERENCES assets (session_id, file_name) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_widths_by_smaller ON picture_widths (session_id, smaller);
