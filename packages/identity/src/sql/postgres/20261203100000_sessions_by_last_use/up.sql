-- Which sessions were not used for long is asked every ten minutes, of however many there are.
-- Of all projects: the owner is held to one only where that is forced.
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
UPDATE sessions SET last_used_at = authenticated_at WHERE last_used_at IS NULL;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE INDEX sessions_by_last_use ON sessions (project, last_used_at) WHERE active = 1;
