-- What the log is filtered and searched by, each with an index of its own.
-- host: of the callback address, with its port where it has one.
ALTER TABLE deliveries ADD COLUMN host TEXT GENERATED ALWAYS AS (substr(origin, instr(origin, '//') + 2)) VIRTUAL;
CREATE INDEX deliveries_by_host ON deliveries (host, position);
CREATE INDEX deliveries_by_code ON deliveries (code, position) WHERE code IS NOT NULL;
CREATE INDEX deliveries_by_time ON deliveries (created_at);
CREATE INDEX deliveries_with_fonts ON deliveries (position) WHERE event = 'site_fonts_updated';

-- How an archive download took, ms; null for those of before.
ALTER TABLE downloads ADD COLUMN duration_ms INTEGER;

-- What an article is called and found by. Sessions of before get their row in steps while the appliance runs.
CREATE TABLE session_titles (
  session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  title TEXT,                                 -- metadata.title, its beginning; null without one
  words TEXT NOT NULL                         -- material id and title in small letters, for searching
) STRICT, WITHOUT ROWID;
