-- Sites take turns in restoring, so that a slow one holds up only its own files.
ALTER TABLE restores ADD COLUMN origin TEXT NOT NULL DEFAULT '?'; -- of the clientUrl; ? where it has none
DROP INDEX restores_pending;
CREATE INDEX restores_pending ON restores (origin) WHERE state = 'pending';
