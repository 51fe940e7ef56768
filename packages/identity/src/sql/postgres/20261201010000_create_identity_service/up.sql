-- The tables of SQLite as they are after its migration 20261130010000, with a project in every key. Times are Unix
-- milliseconds, truth values are 0 and 1, and documents are JSON as text, so that stores read and write both alike.

-- What SQLite calls by these names.
CREATE FUNCTION instr(haystack text, needle text) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN strpos(haystack, needle);
CREATE FUNCTION max(a bigint, b bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN greatest(a, b);
CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT place - 1, element FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY AS e (element, place) $$;
CREATE FUNCTION json_of_list(list text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN array_to_json(list)::text;
CREATE AGGREGATE json_group_array(text) (
  SFUNC = array_append, STYPE = text[], INITCOND = '{}', FINALFUNC = json_of_list
);

-- Whether a value of the traits of a document is like a pattern, without case. A text that PostgreSQL cannot take apart
-- (one half of a pair of surrogates) is looked at whole.
CREATE FUNCTION is_in_traits(document text, pattern text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF lower(document) NOT LIKE lower(pattern) ESCAPE '\' THEN
    RETURN FALSE;
  END IF;
  RETURN EXISTS (
    SELECT 1 FROM jsonb_path_query(replace(document, '\u0000', '\ufffd')::jsonb, 'strict $.traits.**') AS atom
    WHERE jsonb_typeof(atom) IN ('string', 'number', 'boolean') AND lower(atom #>> '{}') LIKE lower(pattern) ESCAPE '\'
  );
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
  RETURN TRUE;
END $$;

-- The project of a connection: what is stored gets it, and nothing else is seen.
CREATE FUNCTION own_project() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE RETURN current_setting('gatehouse.project');

CREATE TABLE identities (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  external_id text,
  schema_id text NOT NULL,
  organization_id text,
  state text NOT NULL CHECK (state IN ('active', 'inactive')),
  document text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  revision bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project, id),
  UNIQUE (project, external_id)
);
CREATE INDEX identities_by_organization ON identities (project, organization_id, id) WHERE organization_id IS NOT NULL;
CREATE INDEX identities_by_state ON identities (project, state, id);
CREATE INDEX identities_by_schema ON identities (project, schema_id, id);

CREATE TABLE identity_identifiers (
  project text NOT NULL DEFAULT own_project(),
  family text NOT NULL,
  identifier text NOT NULL,
  identity_id text NOT NULL,
  PRIMARY KEY (project, family, identifier),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX identity_identifiers_by_identity ON identity_identifiers (project, identity_id);
CREATE INDEX identity_identifiers_by_identifier ON identity_identifiers (project, identifier);

CREATE TABLE identity_verifiable_addresses (
  project text NOT NULL DEFAULT own_project(),
  value text NOT NULL,
  identity_id text NOT NULL,
  PRIMARY KEY (project, value),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX identity_verifiable_addresses_by_identity ON identity_verifiable_addresses (project, identity_id);

CREATE TABLE identity_recovery_addresses (
  project text NOT NULL DEFAULT own_project(),
  value text NOT NULL,
  identity_id text NOT NULL,
  PRIMARY KEY (project, value),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX identity_recovery_addresses_by_identity ON identity_recovery_addresses (project, identity_id);

-- A search reads the words of the project's people: there is no index of runs of letters here.
CREATE TABLE identity_search (
  project text NOT NULL DEFAULT own_project(),
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identity_id text NOT NULL,
  created_at bigint NOT NULL,
  state text NOT NULL,
  schema_id text NOT NULL,
  organization_id text,
  words text NOT NULL,
  UNIQUE (project, identity_id),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX identity_search_in_order
  ON identity_search (project, created_at, identity_id, state, schema_id, organization_id);

CREATE TABLE sessions (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  identity_id text NOT NULL,
  token_hash text NOT NULL,
  active bigint NOT NULL CHECK (active IN (0, 1)),
  aal text NOT NULL,
  methods text NOT NULL,
  devices text NOT NULL,
  issued_at bigint NOT NULL,
  authenticated_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (project, id),
  UNIQUE (project, token_hash),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX sessions_by_identity ON sessions (project, identity_id, created_at DESC);
CREATE INDEX sessions_by_creation ON sessions (project, created_at DESC, id DESC);
CREATE INDEX sessions_by_expiry ON sessions (project, expires_at);

CREATE TABLE flows (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  kind text NOT NULL,
  identity_id text,
  expires_at bigint NOT NULL,
  document text NOT NULL,
  PRIMARY KEY (project, id),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX flows_by_identity ON flows (project, identity_id) WHERE identity_id IS NOT NULL;
CREATE INDEX flows_by_expiry ON flows (project, expires_at);

CREATE TABLE codes (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  flow_id text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('login', 'registration', 'recovery', 'verification')),
  code_hash text NOT NULL,
  address text NOT NULL,
  owner_id text NOT NULL,
  owner_exists bigint NOT NULL CHECK (owner_exists IN (0, 1)),
  sequence bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  PRIMARY KEY (project, id),
  FOREIGN KEY (project, flow_id) REFERENCES flows ON DELETE CASCADE
);
CREATE INDEX codes_by_flow ON codes (project, flow_id, purpose, sequence DESC);
CREATE INDEX codes_by_owner ON codes (project, owner_id);
CREATE FUNCTION remove_codes_of_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM codes WHERE project = OLD.project AND owner_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER codes_go_with_their_identity AFTER DELETE ON identities
  FOR EACH ROW EXECUTE FUNCTION remove_codes_of_identity();

CREATE TABLE errors (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  body text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (project, id)
);
CREATE INDEX errors_by_creation ON errors (project, created_at);

CREATE TABLE continuity_containers (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  identity_id text,
  payload text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (project, id),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX continuity_containers_by_identity ON continuity_containers (project, identity_id)
  WHERE identity_id IS NOT NULL;
CREATE INDEX continuity_containers_by_expiry ON continuity_containers (project, expires_at);

CREATE TABLE courier_messages (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'processing', 'sent', 'abandoned')),
  type text NOT NULL CHECK (type IN ('email', 'phone')),
  channel text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  html text NOT NULL,
  template_type text NOT NULL,
  send_count bigint NOT NULL,
  due_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  template_data text NOT NULL DEFAULT '{}',
  sealed text,
  withheld bigint NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1)),
  PRIMARY KEY (project, id)
);
CREATE INDEX courier_messages_due ON courier_messages (project, due_at) WHERE status = 'queued';
CREATE INDEX courier_messages_in_flight ON courier_messages (project, updated_at) WHERE status = 'processing';
CREATE INDEX courier_messages_by_creation ON courier_messages (project, created_at DESC, id DESC);
CREATE INDEX courier_messages_by_recipient ON courier_messages (project, recipient, created_at DESC, id DESC);

CREATE TABLE courier_dispatches (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  message_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('success', 'failed')),
  error text,
  created_at bigint NOT NULL,
  PRIMARY KEY (project, id),
  FOREIGN KEY (project, message_id) REFERENCES courier_messages ON DELETE CASCADE
);
CREATE INDEX courier_dispatches_by_message ON courier_dispatches (project, message_id, created_at);

CREATE TABLE web_hook_deliveries (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  hook text NOT NULL,
  body text NOT NULL,
  attempts bigint NOT NULL,
  due_at bigint NOT NULL,
  taken_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (project, id)
);
CREATE INDEX web_hook_deliveries_due ON web_hook_deliveries (project, due_at) WHERE taken_at IS NULL;

-- `arrival` is the order in which events were written, which is not that in which they were committed. Whoever reads
-- events gives the committed ones their `sequence`, one reader at a time, so that none appears behind one that was read.
CREATE TABLE events (
  project text NOT NULL DEFAULT own_project(),
  arrival bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sequence bigint,
  id text NOT NULL,
  type text NOT NULL,
  schema_version bigint NOT NULL,
  time bigint NOT NULL,
  identity_id text,
  session_id text,
  flow_id text,
  actor text NOT NULL,
  client text,
  data text NOT NULL,
  UNIQUE (project, sequence)
);
CREATE INDEX events_without_sequence ON events (project, arrival) WHERE sequence IS NULL;
CREATE INDEX events_by_identity ON events (project, identity_id, sequence);
CREATE INDEX events_by_time ON events (project, time);
CREATE INDEX events_by_type ON events (project, type, sequence);
CREATE TABLE event_counters (
  project text PRIMARY KEY DEFAULT own_project(),
  last bigint NOT NULL
);

CREATE TABLE organizations (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  label text NOT NULL,
  session_lifespan_ms bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (project, id)
);

CREATE TABLE organization_domains (
  project text NOT NULL DEFAULT own_project(),
  domain text NOT NULL,
  organization_id text NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (project, domain),
  FOREIGN KEY (project, organization_id) REFERENCES organizations ON DELETE CASCADE
);
CREATE INDEX organization_domains_by_organization ON organization_domains (project, organization_id, position);

CREATE TABLE spent_allowances (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  refilled_at bigint NOT NULL,
  PRIMARY KEY (project, id)
);
CREATE INDEX spent_allowances_by_time ON spent_allowances (project, refilled_at);

CREATE TABLE remembered_devices (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  identity_id text NOT NULL,
  token_hash text NOT NULL,
  device text NOT NULL,
  created_at bigint NOT NULL,
  used_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (project, id),
  UNIQUE (project, token_hash),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX remembered_devices_by_identity ON remembered_devices (project, identity_id, used_at);
CREATE INDEX remembered_devices_by_end ON remembered_devices (project, expires_at);

CREATE TABLE pending_registrations (
  project text NOT NULL DEFAULT own_project(),
  id text NOT NULL,
  expires_at bigint NOT NULL,
  document text NOT NULL,
  PRIMARY KEY (project, id)
);
CREATE INDEX pending_registrations_by_expiry ON pending_registrations (project, expires_at);

CREATE TABLE pending_address_changes (
  project text NOT NULL DEFAULT own_project(),
  rowid bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  identity_id text NOT NULL,
  expires_at bigint NOT NULL,
  document text NOT NULL,
  PRIMARY KEY (project, id),
  FOREIGN KEY (project, identity_id) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX pending_address_changes_by_identity ON pending_address_changes (project, identity_id);
CREATE INDEX pending_address_changes_by_expiry ON pending_address_changes (project, expires_at);

-- Their owner as well: no statement can leave the project out.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'project'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_project ON %I USING (project = own_project())', name);
  END LOOP;
END $$;
