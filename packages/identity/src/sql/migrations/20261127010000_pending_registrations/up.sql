-- Accounts that come into being once their addresses are proved. Nothing else refers to them, and no name in them is
-- taken: whoever proves an address first gets it.
CREATE TABLE pending_registrations (
  id TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
CREATE INDEX pending_registrations_by_expiry ON pending_registrations (expires_at);
