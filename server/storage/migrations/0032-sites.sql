-- A site, the origin of a project's callbacks, gets an id, and a row from its first delivery on.
ALTER TABLE site_states RENAME TO former_site_states;
CREATE TABLE site_states (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  failing_since INTEGER,                      -- the first attempt that failed after the last success; null after a success
  code TEXT,                                  -- of the last attempt
  last_status INTEGER,
  last_attempt_at INTEGER,                    -- null: none so far
  last_taken_at INTEGER,
  last_session_id TEXT,                       -- of the last attempt; no reference: the article may be deleted
  held_at INTEGER,                            -- an admin holds its deliveries since then
  held_by TEXT,                               -- name of the account; null: the owner
  alerts_muted_until INTEGER,
  UNIQUE (project_id, origin)
) STRICT;
INSERT INTO site_states (project_id, origin, failing_since, code, last_status, last_attempt_at, last_taken_at)
  SELECT project_id, origin, failing_since, code, last_status, last_attempt_at, last_taken_at FROM former_site_states;
DROP TABLE former_site_states;
-- Sites that were never called: their deliveries are all in the queue.
INSERT OR IGNORE INTO site_states (project_id, origin)
  SELECT DISTINCT project_id, origin FROM deliveries INDEXED BY deliveries_by_state
  WHERE state IN ('pending', 'sending', 'held');
-- Few rows at any time.
CREATE INDEX site_states_held ON site_states (id) WHERE held_at IS NOT NULL;

-- The attempts of each site, in steps of five minutes for a day and of an hour for 400 days.
CREATE TABLE site_times (
  site_id INTEGER NOT NULL REFERENCES site_states (id) ON DELETE CASCADE,
  step_ms INTEGER NOT NULL CHECK (step_ms IN (300000, 3600000)),
  at INTEGER NOT NULL,                        -- start of the step, ms
  delivered INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  latency TEXT NOT NULL,                      -- JSON: class of the duration → responses; a class is 1.3 times as long as the one below
  PRIMARY KEY (site_id, step_ms, at)
) STRICT, WITHOUT ROWID;
-- Of the newest attempts alone: reading years of the log would delay the start.
INSERT INTO site_times
  SELECT site_id, 3600000, at, sum(delivered), sum(failed),
    json_group_object(CAST(class AS TEXT), answered) FILTER (WHERE answered > 0)
  FROM (
    SELECT s.id AS site_id, a.started_at - a.started_at % 3600000 AS at,
      CAST(ln(max(a.duration_ms, 1)) / ln(1.3) AS INTEGER) AS class, sum(a.error_code IS NULL) AS delivered,
      sum(a.error_code IS NOT NULL) AS failed, sum(a.status IS NOT NULL) AS answered
    FROM attempts a CROSS JOIN deliveries d ON d.id = a.delivery_id
      CROSS JOIN site_states s ON s.project_id = d.project_id AND s.origin = d.origin
    WHERE a.id > (SELECT max(id) FROM attempts) - 100000 AND a.started_at > (unixepoch() - 30 * 86400) * 1000
      AND a.duration_ms IS NOT NULL AND a.error_code IS NOT 'interrupted'
    GROUP BY 1, 2, 3)
  GROUP BY 1, 3;

-- Refused calls of session/open, by project and code.
CREATE INDEX requests_refused_opens ON requests (project_id, code, at)
  WHERE code IS NOT NULL AND path = '/integration/session/open';
