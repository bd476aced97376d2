-- Why restoring a file failed, for pages in other languages: code and facts of the sentence, JSON.
ALTER TABLE restores ADD COLUMN sentence TEXT;
