-- What a grant, a key or an invitation is about is a scope: a workspace or a project.
ALTER TABLE grants RENAME COLUMN place_kind TO scope_kind;
ALTER TABLE grants RENAME COLUMN place_id TO scope_id;
DROP INDEX grants_by_place;
CREATE INDEX grants_by_scope ON grants (scope_kind, scope_id);

ALTER TABLE api_keys RENAME COLUMN place_kind TO scope_kind;
ALTER TABLE api_keys RENAME COLUMN place_id TO scope_id;
DROP INDEX api_keys_by_place;
CREATE INDEX api_keys_by_scope ON api_keys (scope_kind, scope_id, created_at, id);

ALTER TABLE invites RENAME COLUMN place_kind TO scope_kind;
ALTER TABLE invites RENAME COLUMN place_id TO scope_id;
DROP INDEX invites_by_place;
CREATE INDEX invites_by_scope ON invites (scope_kind, scope_id, created_at, id);
