-- Browsers that are logged into the console. Neither of the two secrets that a browser holds is kept, only their hash.
CREATE TABLE console_logins (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('link', 'token', 'window')),
  secret_hash BLOB NOT NULL,
  token_hash BLOB NOT NULL,                   -- of the console token in force: with a new one, all logins end
  user_agent TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX console_logins_by_use ON console_logins (last_used_at);
