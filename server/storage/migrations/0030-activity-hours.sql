-- What happened in each hour beside the attempts: opens of articles by sites, and versions saved. 0 in earlier hours.
ALTER TABLE delivery_hours ADD COLUMN opens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery_hours ADD COLUMN saves INTEGER NOT NULL DEFAULT 0;
