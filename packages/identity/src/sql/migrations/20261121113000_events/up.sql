-- What has happened, in the order in which it was stored: the outbox of event streams, the history of an account, and
-- what charts are drawn from. `actor`, `client` and `data` hold JSON. No foreign keys: events outlive what they are about.
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  schema_version INTEGER NOT NULL,
  time INTEGER NOT NULL,
  identity_id TEXT,
  session_id TEXT,
  flow_id TEXT,
  actor TEXT NOT NULL,
  client TEXT,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_identity ON events (identity_id, sequence) WHERE identity_id IS NOT NULL;
CREATE INDEX events_by_time ON events (time);
CREATE INDEX events_of_sign_in ON events (time) WHERE type IN ('LoginSucceeded', 'LoginFailed');
