-- A project's secrets are numbered. Each one that was replaced is accepted until its overlap ends; callbacks are signed
-- with the newest that the site itself has signed with.
CREATE TABLE former_secrets (
  project_id TEXT NOT NULL REFERENCES projects (id),
  number INTEGER NOT NULL,
  secret BLOB NOT NULL,                       -- sealed
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, number)
) STRICT;

INSERT INTO former_secrets (project_id, number, secret, expires_at)
  SELECT id, 1, previous_secret, coalesce(previous_secret_expires_at, 0) FROM projects WHERE previous_secret IS NOT NULL;

ALTER TABLE projects ADD COLUMN secret_number INTEGER NOT NULL DEFAULT 1; -- of `secret`
ALTER TABLE projects ADD COLUMN site_secret_number INTEGER NOT NULL DEFAULT 1; -- the newest that the site has signed with
-- Callbacks have been signed with the current secret so far, so the sites have it.
UPDATE projects SET secret_number = 2, site_secret_number = 2 WHERE previous_secret IS NOT NULL;

ALTER TABLE projects DROP COLUMN previous_secret;
ALTER TABLE projects DROP COLUMN previous_secret_expires_at;
