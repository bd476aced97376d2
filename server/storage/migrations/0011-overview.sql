-- How each hour went, so that nobody counts through the log: attempts that ended in it. hour: ms at which it began.
CREATE TABLE delivery_hours (
  hour INTEGER PRIMARY KEY,
  delivered INTEGER NOT NULL,                 -- the site took what was sent
  failed INTEGER NOT NULL                     -- everything else
) STRICT;
-- Of what lies in the log already, the newest attempts: reading years of it would hold up the start.
INSERT INTO delivery_hours
  SELECT started_at - started_at % 3600000, sum(error_code IS NULL), sum(error_code IS NOT NULL) FROM attempts
  WHERE id > (SELECT max(id) FROM attempts) - 100000 AND started_at > (unixepoch() - 86400) * 1000
    AND duration_ms IS NOT NULL AND error_code IS NOT 'interrupted'
  GROUP BY 1;

-- How it stands with each site that a project calls, as its last attempt left it.
CREATE TABLE site_states (
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  failing_since INTEGER,                      -- the first attempt that failed after the last one that did not; null while it takes
  code TEXT,                                  -- of the last attempt
  last_status INTEGER,
  last_attempt_at INTEGER NOT NULL,
  last_taken_at INTEGER,
  PRIMARY KEY (project_id, origin)
) STRICT, WITHOUT ROWID;

-- What needs attention once more, in the order of its sites.
CREATE INDEX deliveries_attention_by_site ON deliveries (project_id, origin, position, state, created_at, code, latest)
  WHERE latest = 1 AND (state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (state IN ('pending', 'sending') AND code IS NOT NULL));
INSERT INTO site_states
  SELECT d.project_id, d.origin, since, d.code, d.last_status, coalesce(d.finished_at, d.created_at), NULL
  FROM (SELECT project_id, origin, min(created_at) AS since, max(position) AS newest
        FROM deliveries INDEXED BY deliveries_attention_by_site
        WHERE latest = 1 AND (state IN ('held', 'rejected', 'failed', 'exhausted')
          OR (state IN ('pending', 'sending') AND code IS NOT NULL)) AND code IS NOT NULL
        GROUP BY project_id, origin)
    JOIN deliveries d ON d.position = newest;

-- Sums that would take a walk over all rows. They are kept by the database itself, whoever writes a blob's row.
CREATE TABLE sums (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;
INSERT INTO sums SELECT 'blob_bytes', coalesce(sum(size), 0) FROM blobs;
CREATE TRIGGER blobs_added AFTER INSERT ON blobs BEGIN
  UPDATE sums SET value = value + NEW.size WHERE name = 'blob_bytes';
END;
CREATE TRIGGER blobs_removed AFTER DELETE ON blobs BEGIN
  UPDATE sums SET value = value - OLD.size WHERE name = 'blob_bytes';
END;

-- Deeds that are asked for by name: the last backup, and whether a receiver was checked.
CREATE INDEX audit_log_by_action ON audit_log (action, id);
