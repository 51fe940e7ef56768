-- Which sessions were not used for long is asked every ten minutes, of however many there are.
UPDATE sessions SET last_used_at = authenticated_at WHERE last_used_at IS NULL;
CREATE INDEX sessions_by_last_use ON sessions (last_used_at) WHERE active = 1;
