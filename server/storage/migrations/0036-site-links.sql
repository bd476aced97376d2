-- Read-only URLs for the developer of one project's site. They belong to the data folder: no backup contains them.
CREATE TABLE site_links (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  secret_hash BLOB NOT NULL UNIQUE,           -- SHA-256
  created_at INTEGER NOT NULL,
  created_by TEXT,                            -- name of the account; null: the owner
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER                        -- newest login
) STRICT;
CREATE INDEX site_links_of_project ON site_links (project_id, created_at);

-- Logins by a site link end with it. SQLite cannot change a CHECK, so the table is made again.
CREATE TABLE console_logins_with_site_links (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('link', 'token', 'window', 'password', 'site_link')),
  secret_hash BLOB NOT NULL,
  token_hash BLOB NOT NULL,                   -- of the console token in force: with a new one, all logins end
  user_agent TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  site_link_id TEXT REFERENCES site_links (id) ON DELETE CASCADE,
  -- A login whose site link is unknown would be the owner's.
  CHECK ((kind = 'site_link') = (site_link_id IS NOT NULL))
) STRICT;
INSERT INTO console_logins_with_site_links (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, account_id)
  SELECT id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, account_id FROM console_logins;
DROP TABLE console_logins;
ALTER TABLE console_logins_with_site_links RENAME TO console_logins;
CREATE INDEX console_logins_by_use ON console_logins (last_used_at);
CREATE INDEX console_logins_of_account ON console_logins (account_id, last_used_at) WHERE account_id IS NOT NULL;
CREATE INDEX console_logins_of_site_link ON console_logins (site_link_id, last_used_at) WHERE site_link_id IS NOT NULL;
