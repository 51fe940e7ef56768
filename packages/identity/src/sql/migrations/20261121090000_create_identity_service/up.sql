-- Times are Unix milliseconds. Columns named `document`, `methods`, `devices`, `body` and `payload` hold JSON.

CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  external_id TEXT UNIQUE,
  schema_id TEXT NOT NULL,
  organization_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('active', 'inactive')),
  document TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_organization ON identities (organization_id, id) WHERE organization_id IS NOT NULL;

-- One owner per identifier within a family of credential types that people sign in with by the same word.
CREATE TABLE identity_identifiers (
  family TEXT NOT NULL,
  identifier TEXT NOT NULL,
  identity_id TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  PRIMARY KEY (family, identifier)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_identifiers_by_identity ON identity_identifiers (identity_id);
CREATE INDEX identity_identifiers_by_identifier ON identity_identifiers (identifier);

CREATE TABLE identity_verifiable_addresses (
  value TEXT PRIMARY KEY,
  identity_id TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_verifiable_addresses_by_identity ON identity_verifiable_addresses (identity_id);

CREATE TABLE identity_recovery_addresses (
  value TEXT PRIMARY KEY,
  identity_id TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_recovery_addresses_by_identity ON identity_recovery_addresses (identity_id);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  identity_id TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  aal TEXT NOT NULL,
  methods TEXT NOT NULL,
  devices TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  authenticated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_identity ON sessions (identity_id, created_at DESC);
CREATE INDEX sessions_by_creation ON sessions (created_at DESC, id DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE flows (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  identity_id TEXT REFERENCES identities (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX flows_by_identity ON flows (identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX flows_by_expiry ON flows (expires_at);

CREATE TABLE codes (
  id TEXT PRIMARY KEY,
  flow_id TEXT NOT NULL REFERENCES flows (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('login', 'registration', 'recovery', 'verification')),
  code_hash TEXT NOT NULL,
  address TEXT NOT NULL,
  identity_id TEXT REFERENCES identities (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_flow ON codes (flow_id, purpose, sequence DESC);
CREATE INDEX codes_by_identity ON codes (identity_id) WHERE identity_id IS NOT NULL;

CREATE TABLE errors (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX errors_by_creation ON errors (created_at);

CREATE TABLE continuity_containers (
  id TEXT PRIMARY KEY,
  identity_id TEXT REFERENCES identities (id) ON DELETE CASCADE,
  payload TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX continuity_containers_by_identity ON continuity_containers (identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX continuity_containers_by_expiry ON continuity_containers (expires_at);

CREATE TABLE courier_messages (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('queued', 'processing', 'sent', 'abandoned')),
  type TEXT NOT NULL CHECK (type IN ('email', 'phone')),
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  html TEXT NOT NULL,
  template_type TEXT NOT NULL,
  send_count INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX courier_messages_due ON courier_messages (due_at) WHERE status = 'queued';
CREATE INDEX courier_messages_in_flight ON courier_messages (updated_at) WHERE status = 'processing';
CREATE INDEX courier_messages_by_creation ON courier_messages (created_at DESC, id DESC);
CREATE INDEX courier_messages_by_recipient ON courier_messages (recipient, created_at DESC, id DESC);

CREATE TABLE courier_dispatches (
  id TEXT PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES courier_messages (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('success', 'failed')),
  error TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX courier_dispatches_by_message ON courier_dispatches (message_id, created_at);

-- Written after a lax transaction that carried an acknowledged write, so that the log reaches the disk.
CREATE TABLE flush_marks (
  id INTEGER PRIMARY KEY CHECK (id = 0),
  count INTEGER NOT NULL
) STRICT;
INSERT INTO flush_marks (id, count) VALUES (0, 0);
