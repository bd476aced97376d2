-- Where a thread is now. Its anchor stays what it was said about: other words may stand there, and an older version may come back.
ALTER TABLE comments ADD COLUMN placed TEXT;  -- of the thread, JSON as anchor; null while it is where it began
