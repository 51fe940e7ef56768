-- When a session was used last, in Unix milliseconds; NULL: not since it was confirmed last.
ALTER TABLE sessions ADD COLUMN last_used_at INTEGER;
