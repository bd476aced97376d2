-- What the list of sessions is searched by beside the title.
ALTER TABLE session_titles ADD COLUMN heading TEXT;             -- first heading of the current version; null without one
ALTER TABLE session_titles ADD COLUMN author TEXT NOT NULL DEFAULT ''; -- who wrote or opened last, in small letters
-- Every row is read again: its title is the heading where the metadata have none.
DELETE FROM keeping_places WHERE task = 'session titles';

-- How the newest version of each session fared. One entry a session.
CREATE INDEX deliveries_of_current ON deliveries (state, session_id, code) WHERE latest = 1 AND event = 'article_saved';
