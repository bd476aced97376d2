-- Who did what, and in which project. person_id: an account, 'owner', 'editor' (a journalist), or 'galley' itself.
ALTER TABLE audit_log ADD COLUMN person_id TEXT NOT NULL DEFAULT 'galley';
ALTER TABLE audit_log ADD COLUMN person TEXT;                     -- the name at that time; null without one
ALTER TABLE audit_log ADD COLUMN project_id TEXT;                 -- no reference: the project may be deleted

-- Until now, all admins were the owner.
UPDATE audit_log SET
  person_id = CASE
    WHEN detail ->> '$.from' = 'editor' THEN 'editor'
    WHEN action IN ('new secret in use', 'backup restored', 'taken over') THEN 'galley'
    ELSE 'owner' END,
  project_id = CASE
    WHEN action IN ('project created', 'project changed', 'project deleted', 'secret revealed', 'secret rotated',
      'old secret ended', 'new secret in use', 'signature calculated', 'font added', 'font corrected', 'font removed',
      'fonts published', 'snippet renamed', 'snippet deleted', 'receiver checked') THEN subject
    ELSE coalesce(
      (SELECT id FROM projects WHERE id = subject),
      (SELECT project_id FROM sessions WHERE id = subject),
      (SELECT project_id FROM deliveries WHERE id = subject)) END;

CREATE INDEX audit_log_by_time ON audit_log (at);
CREATE INDEX audit_log_by_person ON audit_log (person_id, id);

-- One index for all filters, which finds the entries of several at once. The index alone is stored.
-- filters: person, action and project as one token each. words: action, subject, person, and each value of the detail.
CREATE VIRTUAL TABLE audit_words USING fts5 (filters, words, content = '', prefix = '3 4 5');
CREATE VIEW audit_texts AS SELECT id,
  concat_ws(' ', 'p' || replace(replace(person_id, '-', ''), ':', ''), 'a' || replace(action, ' ', ''),
    'j' || replace(project_id, '-', '')) AS filters,
  substr(replace(replace(concat_ws(char(10), action, subject, person,
    (SELECT group_concat(atom, char(10)) FROM json_tree(detail))), 'ё', 'е'), 'Ё', 'Е'), 1, 8192) AS words
  FROM audit_log;
CREATE TRIGGER audit_log_written AFTER INSERT ON audit_log BEGIN
  INSERT INTO audit_words (rowid, filters, words) SELECT id, filters, words FROM audit_texts WHERE id = new.id;
END;
INSERT INTO audit_words (rowid, filters, words) SELECT id, filters, words FROM audit_texts;
