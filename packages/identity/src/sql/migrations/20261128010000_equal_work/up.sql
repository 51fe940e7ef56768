-- What is written for an address that has an account and for one that has none costs the same: the same rows, indexes
-- and sizes, so that the time of an answer does not tell them apart.

-- A code is always somebody's: of a code that belongs to no identity, `owner_id` is a value by chance. Neither a foreign
-- key nor a partial index tells the two apart while a code is written.
CREATE TABLE owned_codes (
  id TEXT PRIMARY KEY,
  flow_id TEXT NOT NULL REFERENCES flows (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('login', 'registration', 'recovery', 'verification')),
  code_hash TEXT NOT NULL,
  address TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  owner_exists INTEGER NOT NULL CHECK (owner_exists IN (0, 1)),
  sequence INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO owned_codes
SELECT id, flow_id, purpose, code_hash, address, coalesce(identity_id, lower(hex(randomblob(16)))),
  identity_id IS NOT NULL, sequence, expires_at, used_at
FROM codes;
DROP TABLE codes;
ALTER TABLE owned_codes RENAME TO codes;
CREATE INDEX codes_by_flow ON codes (flow_id, purpose, sequence DESC);
CREATE INDEX codes_by_owner ON codes (owner_id);
CREATE TRIGGER codes_go_with_their_identity AFTER DELETE ON identities
BEGIN
  DELETE FROM codes WHERE owner_id = OLD.id;
END;

-- A message that no account is to get is written as any other. The worker drops it once the answer has left.
ALTER TABLE courier_messages ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1));
DROP TABLE withheld_messages;

-- Events without an identity enter the index as well.
DROP INDEX events_by_identity;
CREATE INDEX events_by_identity ON events (identity_id, sequence);
