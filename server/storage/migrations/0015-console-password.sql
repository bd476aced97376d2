-- Logins that a password was traded for. SQLite cannot change a CHECK, so the table is made anew.
CREATE TABLE console_logins_with_passwords (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('link', 'token', 'window', 'password')),
  secret_hash BLOB NOT NULL,
  token_hash BLOB NOT NULL,                   -- of the console token in force: with a new one, all logins end
  user_agent TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT;
INSERT INTO console_logins_with_passwords (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at)
  SELECT id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at FROM console_logins;
DROP TABLE console_logins;
ALTER TABLE console_logins_with_passwords RENAME TO console_logins;
CREATE INDEX console_logins_by_use ON console_logins (last_used_at);

-- The console's password, or no row. Never the password itself: its scrypt hash, with the salt and the cost that it was made with.
CREATE TABLE console_password (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  salt BLOB NOT NULL,
  hash BLOB NOT NULL,
  cost INTEGER NOT NULL,                      -- N
  block_size INTEGER NOT NULL,                -- r
  parallelization INTEGER NOT NULL,           -- p
  set_at INTEGER NOT NULL
) STRICT;
