-- Who ended a session, and when, where that operator may restore it. Null: nobody may.
ALTER TABLE sessions ADD COLUMN ended_by text;
ALTER TABLE sessions ADD COLUMN ended_at bigint;
CREATE INDEX sessions_with_ending ON sessions (project, identity_id) WHERE ended_by IS NOT NULL;
