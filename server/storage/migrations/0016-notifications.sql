-- Messages to an admin who has no window open: by mail, or to an address of his own.

-- How each is sent; no row where it never was set up. What must not be read is sealed: the mail server's password, the
-- webhook's address and secret.
CREATE TABLE notification_channels (
  channel TEXT PRIMARY KEY CHECK (channel IN ('mail', 'webhook')),
  enabled INTEGER NOT NULL,
  settings TEXT NOT NULL,                     -- JSON
  sealed BLOB NOT NULL                        -- JSON
) STRICT;

-- What lasts: a site that fails, a disk that is nearly full. The row goes when it is over.
CREATE TABLE notification_conditions (
  name TEXT PRIMARY KEY,                      -- 'disk', or 'site ' and an origin
  since INTEGER NOT NULL,
  told_at INTEGER,
  facts TEXT NOT NULL                         -- JSON
) STRICT;

-- What happened, by cause: at most one message of each within an hour, with how often it happened since.
CREATE TABLE notification_causes (
  event TEXT NOT NULL,
  subject TEXT NOT NULL,                      -- such as the host of a site
  told_at INTEGER,
  untold INTEGER NOT NULL,
  facts TEXT NOT NULL,                        -- JSON, of the newest
  PRIMARY KEY (event, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX notification_causes_untold ON notification_causes (told_at) WHERE untold > 0;

-- Messages, sent and to be sent: one row for each way that they go.
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  event TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  title TEXT NOT NULL,
  message TEXT NOT NULL,                      -- JSON
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,                    -- while waiting
  error TEXT NOT NULL DEFAULT '',             -- of the last attempt, a sentence
  finished_at INTEGER
) STRICT;
CREATE INDEX notifications_waiting ON notifications (channel, next_attempt_at) WHERE state = 'waiting';
