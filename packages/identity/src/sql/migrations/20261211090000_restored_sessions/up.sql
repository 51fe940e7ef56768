-- Who ended a session, and when, where that operator may restore it. Null: nobody may.
ALTER TABLE sessions ADD COLUMN ended_by TEXT;
ALTER TABLE sessions ADD COLUMN ended_at INTEGER;
CREATE INDEX sessions_with_ending ON sessions (identity_id) WHERE ended_by IS NOT NULL;
