-- An opening may have 20 MB at most: more in one JSON text would hold up everybody else.
UPDATE settings SET value = '20971520' WHERE key = 'open_limit_bytes' AND CAST(value AS INTEGER) > 20971520;
