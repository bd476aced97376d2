-- Times are ms since the epoch (UTC), sizes bytes, ids lower-case uuids. JSON columns hold an object unless said.
-- Large columns stand last in their tables, so that lists never read the pages they spill onto.

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('dev', 'prod')),
  api_key TEXT NOT NULL UNIQUE,
  secret BLOB NOT NULL,                       -- sealed
  previous_secret BLOB,                       -- sealed
  previous_secret_expires_at INTEGER,
  allowed_hosts TEXT NOT NULL,                -- JSON array of strings
  enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  material_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL UNIQUE,
  callback_url TEXT NOT NULL,
  current_version INTEGER,                    -- number of the newest version, null before the first save
  last_access INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  prunable INTEGER NOT NULL DEFAULT 0 CHECK (prunable IN (0, 1)), -- whether older versions may be left to prune
  metadata TEXT NOT NULL,
  UNIQUE (project_id, material_id)
) STRICT;
CREATE INDEX sessions_to_prune ON sessions (last_access, id) WHERE prunable = 1;
CREATE INDEX sessions_by_access ON sessions (last_access, id);
CREATE INDEX sessions_by_project_access ON sessions (project_id, last_access, id);
CREATE INDEX sessions_by_material ON sessions (material_id, id);

-- A vms_json that came from the site. opening: of the first open, shown before the first save.
-- site_copy: of a later open that equals no version here; kept aside and offered in the history.
CREATE TABLE session_states (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'site_copy')),
  created_at INTEGER NOT NULL,
  state_hash TEXT NOT NULL,                   -- as in versions
  vms_json TEXT NOT NULL,
  PRIMARY KEY (session_id, kind)
) STRICT;

CREATE TABLE versions (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,                    -- 0: the state of another editor that the session began with
  base_version INTEGER,
  save_id TEXT NOT NULL,
  user_email TEXT,
  user_ip TEXT,
  size INTEGER NOT NULL,                      -- of the document and all files
  files INTEGER NOT NULL,
  state_hash TEXT NOT NULL,                   -- sha-256 of the vms_json without clientUrls, keys sorted
  created_at INTEGER NOT NULL,
  metadata TEXT NOT NULL,                     -- of the session as it was at the save
  vms_json TEXT NOT NULL,                     -- as saved; assets get their kept clientUrls when it is read
  html TEXT NOT NULL,                         -- with dummy-<file_name> references
  UNIQUE (session_id, number),
  UNIQUE (session_id, save_id)
) STRICT;
CREATE INDEX versions_by_state ON versions (session_id, state_hash);

-- A blob's file is written and fsynced before its row.
CREATE TABLE blobs (
  sha256 TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  crc32 INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A file of a session. client_url is null until the site has answered with one; blob is null for a file that is
-- known only by the clientUrl that a first open brought.
CREATE TABLE assets (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  blob TEXT REFERENCES blobs (sha256),
  type TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  original_name TEXT NOT NULL,
  client_url TEXT,
  created_at INTEGER NOT NULL,
  in_version INTEGER NOT NULL DEFAULT 0 CHECK (in_version IN (0, 1)), -- whether a version has it
  PRIMARY KEY (session_id, file_name)
) STRICT;
CREATE INDEX assets_by_blob ON assets (blob);
CREATE INDEX assets_in_no_version ON assets (created_at) WHERE in_version = 0;

-- A file of a session that is to be fetched from its clientUrl, or could not be.
CREATE TABLE restores (
  session_id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'failed')),
  problem TEXT NOT NULL,
  PRIMARY KEY (session_id, file_name),
  FOREIGN KEY (session_id, file_name) REFERENCES assets (session_id, file_name) ON DELETE CASCADE
) STRICT;
CREATE INDEX restores_pending ON restores (state) WHERE state = 'pending';

CREATE TABLE version_files (
  version_id TEXT NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  blob TEXT NOT NULL REFERENCES blobs (sha256),
  PRIMARY KEY (version_id, file_name)
) STRICT, WITHOUT ROWID;
CREATE INDEX version_files_by_blob ON version_files (blob);

CREATE TABLE drafts (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  base_version INTEGER,
  updated_at INTEGER NOT NULL,
  vms_json TEXT NOT NULL,
  PRIMARY KEY (session_id, client_id)
) STRICT;

-- A font as it was uploaded, and the woff2 that was made of it, unless it is one. family to unicode_range may be
-- corrected by hand; what the file says itself stays in facts.
CREATE TABLE font_files (
  project_id TEXT NOT NULL REFERENCES projects (id),
  file_name TEXT NOT NULL,                    -- in vms_fonts/
  blob TEXT NOT NULL REFERENCES blobs (sha256),
  woff2_name TEXT,
  woff2_blob TEXT REFERENCES blobs (sha256),
  format TEXT NOT NULL CHECK (format IN ('ttf', 'otf', 'woff', 'woff2')),
  family TEXT NOT NULL,
  weight TEXT NOT NULL,
  style TEXT NOT NULL,
  stretch TEXT NOT NULL,
  unicode_range TEXT,                         -- null: that of the file, where its family is split by characters
  original_name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (project_id, file_name),
  CHECK ((woff2_name IS NULL) = (woff2_blob IS NULL))
) STRICT;
CREATE INDEX font_files_by_blob ON font_files (blob);
CREATE INDEX font_files_by_woff2 ON font_files (woff2_blob) WHERE woff2_blob IS NOT NULL;

CREATE TABLE font_snapshots (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  created_at INTEGER NOT NULL,
  published_at INTEGER NOT NULL,              -- the last time; the newest of a project is its current one
  tree TEXT NOT NULL,
  css TEXT NOT NULL                           -- with dummy-<id> references
) STRICT;
CREATE INDEX font_snapshots_by_project ON font_snapshots (project_id, published_at);

-- The public addresses that a site gave in its answers; id is a file's name or vms_fonts.css.
CREATE TABLE font_client_urls (
  project_id TEXT NOT NULL REFERENCES projects (id),
  callback_url TEXT NOT NULL,
  id TEXT NOT NULL,
  client_url TEXT NOT NULL,
  PRIMARY KEY (project_id, callback_url, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE font_snapshot_files (
  snapshot_id TEXT NOT NULL REFERENCES font_snapshots (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  blob TEXT NOT NULL REFERENCES blobs (sha256),
  PRIMARY KEY (snapshot_id, file_name)
) STRICT, WITHOUT ROWID;
CREATE INDEX font_snapshot_files_by_blob ON font_snapshot_files (blob);

-- One callback that the site is owed. position orders them as they were made.
CREATE TABLE deliveries (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES projects (id),
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  event TEXT NOT NULL CHECK (event IN ('article_saved', 'site_fonts_updated')),
  version_id TEXT,                            -- no reference: the log outlives a pruned version
  snapshot_id TEXT REFERENCES font_snapshots (id),
  state TEXT NOT NULL CHECK (state IN
    ('pending', 'sending', 'delivered', 'rejected', 'failed', 'exhausted', 'superseded', 'held')),
  origin TEXT NOT NULL,                       -- of the session's callback URL: what the limit per site counts
  reason TEXT NOT NULL,                       -- of the next attempt
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,                    -- while pending
  code TEXT,                                  -- of the last attempt
  facts TEXT NOT NULL DEFAULT '{}',           -- of the last attempt: what its sentence names
  warnings TEXT NOT NULL DEFAULT '[]',
  site_message TEXT,
  last_status INTEGER,
  last_duration_ms INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((event = 'article_saved') = (version_id IS NOT NULL)),
  CHECK ((event = 'site_fonts_updated') = (snapshot_id IS NOT NULL))
) STRICT;
CREATE INDEX deliveries_due ON deliveries (origin, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_session ON deliveries (session_id, position);
CREATE INDEX deliveries_by_project ON deliveries (project_id, position);
CREATE INDEX deliveries_by_state ON deliveries (state, position);
CREATE INDEX deliveries_by_project_state ON deliveries (project_id, state, position);
CREATE INDEX deliveries_by_version ON deliveries (version_id);
CREATE INDEX deliveries_by_snapshot ON deliveries (snapshot_id, position) WHERE snapshot_id IS NOT NULL;
CREATE INDEX deliveries_of_fonts ON deliveries (project_id, position) WHERE event = 'site_fonts_updated';

-- Written before the request leaves; an attempt without a duration was under way when the process ended.
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  reason TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER,
  status INTEGER,
  error_code TEXT,
  facts TEXT NOT NULL DEFAULT '{}',
  phases TEXT NOT NULL DEFAULT '{}',
  remote_address TEXT,
  content_url TEXT NOT NULL,
  request TEXT NOT NULL,                      -- method, url, headers, body; secrets masked
  answer TEXT,
  UNIQUE (delivery_id, number)
) STRICT;

-- The archive downloads that a site made while an attempt was under way.
CREATE TABLE downloads (
  id INTEGER PRIMARY KEY,
  attempt_id INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  status INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  total_bytes INTEGER,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  remote_address TEXT,
  refusal TEXT                                -- why it was refused: a sentence
) STRICT;
CREATE INDEX downloads_by_attempt ON downloads (attempt_id);

-- Every base URL that a content_url was ever issued with: signatures over them stay valid.
CREATE TABLE content_bases (
  base TEXT PRIMARY KEY,
  first_issued_at INTEGER NOT NULL
) STRICT;

-- Well-formed requests of known projects with a wrong signature, and what each looks like; the newest of each project.
CREATE TABLE wrong_signatures (
  id INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id),
  at INTEGER NOT NULL,
  route TEXT NOT NULL,
  material_id TEXT NOT NULL,
  url TEXT NOT NULL,                          -- what should have been signed
  given TEXT NOT NULL,                        -- as it came, cut; dots where it holds a secret
  client_address TEXT NOT NULL,
  diagnosis TEXT NOT NULL                     -- a sentence, '' where it looks like nothing known
) STRICT;
CREATE INDEX wrong_signatures_by_project ON wrong_signatures (project_id, id);

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL                         -- JSON
) STRICT;

CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
