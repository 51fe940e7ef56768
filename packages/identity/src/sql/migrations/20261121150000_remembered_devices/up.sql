-- Browsers that gave a second factor and were told not to ask again for a while. The token is in the browser's cookie;
-- here is its SHA-256. `device` holds JSON.
CREATE TABLE remembered_devices (
  id TEXT PRIMARY KEY,
  identity_id TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  device TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX remembered_devices_by_identity ON remembered_devices (identity_id, used_at);
CREATE INDEX remembered_devices_by_end ON remembered_devices (expires_at);
