-- Calls of /integration by sites, and by strangers. Written in groups after the response; pruned with the attempts.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,                        -- when it arrived
  project_id TEXT REFERENCES projects (id),   -- null: the key is unknown, or there is none
  material_id TEXT,
  host TEXT,                                  -- of the callback URL; null where the request names none
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER,                             -- null: the client left before the response
  code TEXT,                                  -- why it failed; null for a success
  reason TEXT,                                -- the same as a sentence
  client_address TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  request_bytes INTEGER NOT NULL,
  response_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX requests_by_time ON requests (at);
CREATE INDEX requests_by_project ON requests (project_id, id);
CREATE INDEX requests_by_status ON requests (status, id);
CREATE INDEX requests_by_class ON requests (status / 100, id);
CREATE INDEX requests_by_code ON requests (code, id) WHERE code IS NOT NULL;

-- What a failed request and its response said, secrets masked: JSON of the two messages.
CREATE TABLE request_exchanges (
  request_id INTEGER PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
  query TEXT NOT NULL,
  request TEXT NOT NULL,
  response TEXT NOT NULL
) STRICT;

-- Words of the requests, by id. The index alone is stored.
CREATE VIRTUAL TABLE request_words USING fts5 (words, content = '', contentless_delete = 1, prefix = '3 4 5');
CREATE TRIGGER requests_removed AFTER DELETE ON requests BEGIN
  DELETE FROM request_words WHERE rowid = old.id;
END;

-- Words of the responses to deliveries, by position. They are indexed after the fact.
CREATE VIRTUAL TABLE response_words USING fts5 (words, content = '', contentless_delete = 1, prefix = '3 4 5');
-- Positions of deliveries whose responses changed since they were indexed.
CREATE TABLE response_words_due (position INTEGER PRIMARY KEY) STRICT;
INSERT INTO response_words_due SELECT position FROM deliveries;
CREATE TRIGGER attempts_answered AFTER UPDATE OF answer ON attempts WHEN new.answer IS NOT NULL BEGIN
  INSERT OR IGNORE INTO response_words_due SELECT position FROM deliveries WHERE id = new.delivery_id;
END;
CREATE TRIGGER attempts_removed AFTER DELETE ON attempts BEGIN
  INSERT OR IGNORE INTO response_words_due SELECT position FROM deliveries WHERE id = old.delivery_id;
END;
CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries BEGIN
  INSERT OR IGNORE INTO response_words_due VALUES (old.position);
END;
