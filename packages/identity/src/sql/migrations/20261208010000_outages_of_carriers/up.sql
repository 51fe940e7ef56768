-- Which carrier of messages takes none at present. One row for a kind of message, from the first failure to the end.
CREATE TABLE courier_outages (
  type TEXT PRIMARY KEY CHECK (type IN ('email', 'phone')),
  step TEXT NOT NULL CHECK (step IN ('connect', 'tls', 'sign_in', 'accept')),
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
-- Messages go out in the order in which they were asked for.
CREATE INDEX courier_messages_in_order ON courier_messages (created_at, id) WHERE status = 'queued';
