-- Which carrier of messages takes none at present. One row for a kind of message, from the first failure to the end.
CREATE TABLE courier_outages (
  project text NOT NULL DEFAULT own_project(),
  type text NOT NULL CHECK (type IN ('email', 'phone')),
  step text NOT NULL CHECK (step IN ('connect', 'tls', 'sign_in', 'accept')),
  reason text NOT NULL,
  since bigint NOT NULL,
  PRIMARY KEY (project, type)
);
ALTER TABLE courier_outages ENABLE ROW LEVEL SECURITY;
ALTER TABLE courier_outages FORCE ROW LEVEL SECURITY;
CREATE POLICY own_project ON courier_outages USING (project = own_project());
-- Messages go out in the order in which they were asked for.
CREATE INDEX courier_messages_in_order ON courier_messages (project, created_at, id) WHERE status = 'queued';
