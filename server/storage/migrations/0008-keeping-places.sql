-- Where a round of the keeping goes on, also after a restart; `at` is when it was left there.
CREATE TABLE keeping_places (
  task TEXT PRIMARY KEY,
  place INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
