-- Accounts of the console. They belong to the data folder like logins: no backup contains them.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,                        -- as it was entered
  email_key TEXT NOT NULL UNIQUE,             -- NFKC, lower case: what is compared
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  created_at INTEGER NOT NULL,
  last_login_at INTEGER,
  -- The scrypt hash of the password with its salt and cost; null until the invited person chooses one.
  salt BLOB,
  hash BLOB,
  cost INTEGER,                               -- N
  block_size INTEGER,                         -- r
  parallelization INTEGER,                    -- p
  -- The link of an invitation or a reset: the SHA-256 of its token. Null once it was used.
  link_hash BLOB UNIQUE,
  link_expires_at INTEGER,
  -- The second factor: its sealed secret, and the newest time step of which a code was accepted.
  totp_secret BLOB,
  totp_step INTEGER,
  totp_pending BLOB                           -- a sealed secret that no code has confirmed yet
) STRICT;

-- SHA-256 of the codes that replace the second factor, once each.
CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  PRIMARY KEY (account_id, hash)
) STRICT, WITHOUT ROWID;

-- The shared password of earlier versions becomes an account: its holder logs in as "admin" with the same password.
INSERT INTO accounts (id, name, email, email_key, role, created_at, salt, hash, cost, block_size, parallelization)
  SELECT lower(hex(randomblob(16))), 'Admin', 'admin', 'admin', 'admin', set_at, salt, hash, cost, block_size, parallelization
  FROM console_password;
DROP TABLE console_password;

-- Null for the owner. Logins by a password that was removed end.
ALTER TABLE console_logins ADD COLUMN account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE;
UPDATE console_logins SET account_id = (SELECT id FROM accounts) WHERE kind = 'password';
DELETE FROM console_logins WHERE kind = 'password' AND account_id IS NULL;
CREATE INDEX console_logins_of_account ON console_logins (account_id, last_used_at) WHERE account_id IS NOT NULL;
