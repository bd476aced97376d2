-- 1: it is deleted, and what it holds is being removed in steps, also after a restart.
ALTER TABLE projects ADD COLUMN deleting INTEGER NOT NULL DEFAULT 0 CHECK (deleting IN (0, 1));
