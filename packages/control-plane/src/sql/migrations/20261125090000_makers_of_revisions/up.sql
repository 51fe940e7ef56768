-- A revision says who made it by the name they had then, as the audit log does. Those from before get the name that the
-- log knows them by; whoever is not in it was the start of the process, or has the id alone.
ALTER TABLE project_revisions ADD COLUMN maker_kind TEXT CHECK (maker_kind IN ('operator', 'key', 'link', 'system'));
ALTER TABLE project_revisions ADD COLUMN maker_name TEXT;
UPDATE project_revisions SET (maker_kind, maker_name) = (
  SELECT actor_kind, actor_name FROM audit_log WHERE actor_id = made_by ORDER BY position DESC LIMIT 1
);
UPDATE project_revisions SET maker_kind = 'system', maker_name = 'start' WHERE made_by = 'start';
