-- Why a site does not have what it should: one row for each code of its failed attempts, and for each warning.
CREATE TABLE problems (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  site_id INTEGER NOT NULL REFERENCES site_states (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  count INTEGER NOT NULL,                     -- attempts
  example_delivery_id TEXT NOT NULL,          -- the newest; no reference: it may be deleted
  facts TEXT NOT NULL,                        -- JSON, of the newest
  assigned_to TEXT,                           -- id of an account; no reference: backups have no accounts
  muted_until INTEGER,
  resolved_at INTEGER,                        -- null: open, or muted
  resolved_by TEXT,                           -- name of the account, or Galley; null: the owner
  UNIQUE (site_id, code)
) STRICT;
-- Alerts are about sites, no longer about origins.
DELETE FROM notification_conditions WHERE name LIKE 'site %://%' AND told_at IS NULL;
UPDATE OR IGNORE notification_conditions SET name = 'site ' || (SELECT min(id) FROM site_states WHERE origin = substr(name, 6))
  WHERE name LIKE 'site %://%' AND EXISTS (SELECT 1 FROM site_states WHERE origin = substr(name, 6));
DELETE FROM notification_conditions WHERE name LIKE 'site %://%';
-- Of what sites lack now. Older failures are not read: there may be years of them.
INSERT INTO problems (site_id, code, first_at, last_at, count, example_delivery_id, facts)
  SELECT s.id,
    CASE WHEN d.code IS NOT NULL THEN d.code WHEN d.warnings LIKE '%"archive_refused"%' THEN 'archive_refused'
      ELSE 'archive_not_downloaded' END,
    g.first_at, coalesce(d.finished_at, d.created_at), g.count, d.id,
    CASE WHEN octet_length(d.facts) <= 65536 THEN d.facts ELSE '{}' END
  FROM (SELECT project_id, origin, min(created_at) AS first_at, count(*) AS count, max(position) AS newest
        FROM deliveries INDEXED BY deliveries_attention_by_site
        WHERE latest = 1 AND (state IN ('held', 'rejected', 'failed', 'exhausted')
          OR (state IN ('pending', 'sending') AND code IS NOT NULL) OR unfetched = 1)
          AND code IS NOT 'interrupted' AND code IS NOT 'cancelled' AND (code IS NOT NULL OR unfetched = 1)
        GROUP BY project_id, origin, code) g
    JOIN deliveries d ON d.position = g.newest
    JOIN site_states s ON s.project_id = g.project_id AND s.origin = g.origin;
