-- How far a stream is through an outbox: the last event that was taken over from it.
CREATE TABLE event_stream_cursors (
  stream_id TEXT NOT NULL REFERENCES event_streams (id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source IN ('identity', 'project')),
  sequence INTEGER NOT NULL,
  PRIMARY KEY (stream_id, source)
) STRICT, WITHOUT ROWID;

-- Which signing secret is in use. The secrets themselves are made from a key that is not in the database.
CREATE TABLE event_stream_secrets (
  stream_id TEXT PRIMARY KEY REFERENCES event_streams (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  previous_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Events that were taken over, per stream. `lane`: what keeps its order, the identity that the event is about.
CREATE TABLE event_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stream_id TEXT NOT NULL REFERENCES event_streams (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  lane TEXT NOT NULL,
  event_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  response_status INTEGER,
  fault TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (stream_id, source, sequence)
) STRICT;
CREATE INDEX event_deliveries_by_lane ON event_deliveries (stream_id, lane, sequence) WHERE state = 'pending';
CREATE INDEX event_deliveries_by_state ON event_deliveries (stream_id, state, id);
CREATE INDEX event_deliveries_settled ON event_deliveries (updated_at) WHERE state <> 'pending';
