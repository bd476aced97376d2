-- What the site is told of with the delivery: files that the article names and that neither archive nor page can show.
ALTER TABLE versions ADD COLUMN missing_files TEXT NOT NULL DEFAULT '[]'; -- names, JSON
