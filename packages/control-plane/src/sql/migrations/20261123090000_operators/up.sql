-- Members sign in to the console with a second factor, or not at all.
ALTER TABLE workspaces ADD COLUMN second_factor_required INTEGER NOT NULL DEFAULT 0;

-- Links that make the first operator the owner of the first workspace. Only the newest one opens anything.
CREATE TABLE set_up_links (
  token_digest TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  used_by TEXT
) STRICT;
