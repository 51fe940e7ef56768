-- Whoever has an onboarding link acts as that link. The log is made anew with one more kind of actor; its lines and their
-- positions stay.
CREATE TABLE audit_log_with_links (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('operator', 'key', 'link', 'system')),
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  operation TEXT NOT NULL,
  workspace_id TEXT,
  project_id TEXT,
  target_kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_name TEXT NOT NULL,
  reason TEXT
) STRICT;
INSERT INTO audit_log_with_links (
  position, id, at, actor_kind, actor_id, actor_name, operation, workspace_id, project_id,
  target_kind, target_id, target_name, reason
)
SELECT
  position, id, at, actor_kind, actor_id, actor_name, operation, workspace_id, project_id,
  target_kind, target_id, target_name, reason
FROM audit_log ORDER BY position;

DROP TABLE audit_log;
ALTER TABLE audit_log_with_links RENAME TO audit_log;
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, position);
CREATE INDEX audit_log_by_project ON audit_log (project_id, position);

CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_is_never_shortened BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
