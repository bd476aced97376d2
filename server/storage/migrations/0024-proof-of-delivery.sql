-- When the site first downloaded the whole archive, ms; null: never, or before this column existed.
ALTER TABLE deliveries ADD COLUMN fetched_at INTEGER;
-- Delivered, but the site never downloaded the whole archive: among its warnings is one that begins with `archive_`. A column
-- of its own, so that the indexes below hold all that is asked of them. Deliveries before this column stay 0: what their sites
-- downloaded was not kept for as long as they are.
ALTER TABLE deliveries ADD COLUMN unfetched INTEGER NOT NULL DEFAULT 0 CHECK (unfetched IN (0, 1));

-- What needs attention, now with those. Nothing else is in these indexes.
DROP INDEX deliveries_attention;
CREATE INDEX deliveries_attention ON deliveries (position, state, event, code, latest, unfetched)
  WHERE latest = 1 AND (state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (state IN ('pending', 'sending') AND code IS NOT NULL) OR unfetched = 1);
DROP INDEX deliveries_attention_by_site;
CREATE INDEX deliveries_attention_by_site
  ON deliveries (project_id, origin, position, state, created_at, code, latest, unfetched)
  WHERE latest = 1 AND (state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (state IN ('pending', 'sending') AND code IS NOT NULL) OR unfetched = 1);
-- What alerts watch: for how long the oldest of each site has not been downloaded.
CREATE INDEX deliveries_unfetched ON deliveries (origin, finished_at) WHERE latest = 1 AND unfetched = 1;
-- The log by warning. There are few different lists of warnings.
CREATE INDEX deliveries_by_warnings ON deliveries (warnings, position) WHERE warnings <> '[]';
