-- Flows lie in the order in which they came, instead of by their random ids: a new one goes to the end of the table and
-- leaves the other pages alone. The table of codes is made anew first, as dropping flows would take theirs along.
CREATE TABLE flows_in_order (
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  identity_id TEXT REFERENCES identities (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
INSERT INTO flows_in_order (id, kind, identity_id, expires_at, document)
  SELECT id, kind, identity_id, expires_at, document FROM flows ORDER BY expires_at;

CREATE TABLE codes_of_flows (
  id TEXT PRIMARY KEY,
  flow_id TEXT NOT NULL REFERENCES flows_in_order (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('login', 'registration', 'recovery', 'verification')),
  code_hash TEXT NOT NULL,
  address TEXT NOT NULL,
  identity_id TEXT REFERENCES identities (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO codes_of_flows (id, flow_id, purpose, code_hash, address, identity_id, sequence, expires_at, used_at)
  SELECT id, flow_id, purpose, code_hash, address, identity_id, sequence, expires_at, used_at FROM codes;

DROP TABLE codes;
DROP TABLE flows;
ALTER TABLE flows_in_order RENAME TO flows;
ALTER TABLE codes_of_flows RENAME TO codes;
CREATE INDEX flows_by_identity ON flows (identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX flows_by_expiry ON flows (expires_at);
CREATE INDEX codes_by_flow ON codes (flow_id, purpose, sequence DESC);
CREATE INDEX codes_by_identity ON codes (identity_id) WHERE identity_id IS NOT NULL;
