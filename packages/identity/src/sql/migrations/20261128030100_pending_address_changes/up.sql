-- Changes of addresses that count once the new address is proved. No name in them is taken: whoever proves an address
-- first gets it. They end with the account.
CREATE TABLE pending_address_changes (
  id TEXT PRIMARY KEY,
  identity_id TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
CREATE INDEX pending_address_changes_by_identity ON pending_address_changes (identity_id);
CREATE INDEX pending_address_changes_by_expiry ON pending_address_changes (expires_at);
