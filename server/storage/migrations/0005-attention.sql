-- latest: the newest delivery of its session and event, of fonts also only those of the project's newest publication.
-- What it says is what its site has; all older ones are history.
ALTER TABLE deliveries ADD COLUMN latest INTEGER NOT NULL DEFAULT 0 CHECK (latest IN (0, 1));
UPDATE deliveries SET latest = 1 WHERE position IN (SELECT max(position) FROM deliveries GROUP BY session_id, event);
UPDATE deliveries SET latest = 0 WHERE event = 'site_fonts_updated' AND latest = 1 AND snapshot_id <>
  (SELECT n.snapshot_id FROM deliveries n WHERE n.project_id = deliveries.project_id
     AND n.event = 'site_fonts_updated' ORDER BY n.position DESC LIMIT 1);

-- What its site does not have: held or at its end, or it waits and has failed before. Nothing else is in the index.
CREATE INDEX deliveries_attention ON deliveries (position, state, event, code, latest)
  WHERE latest = 1 AND (state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (state IN ('pending', 'sending') AND code IS NOT NULL));
