-- The tables of SQLite as they are after its migration 20261128040000. Times are Unix milliseconds, ids are UUIDs in lower
-- case, truth values are 0 and 1, and documents are JSON as text, so that stores read and write both alike.

-- What SQLite calls by these names.
CREATE FUNCTION instr(haystack text, needle text) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN strpos(haystack, needle);
CREATE FUNCTION folded(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(normalize(name, NFKC));
CREATE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT place - 1, element FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY AS e (element, place) $$;
CREATE FUNCTION json_of_list(list text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN array_to_json(list)::text;
CREATE AGGREGATE json_group_array(text) (
  SFUNC = array_append, STYPE = text[], INITCOND = '{}', FINALFUNC = json_of_list
);

CREATE TABLE workspaces (
  id text PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  access_policy text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  second_factor_required bigint NOT NULL DEFAULT 0
);

CREATE TABLE projects (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('prod', 'stage', 'dev')),
  home_region text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'halted', 'deleted')),
  is_default bigint NOT NULL DEFAULT 0,
  revision_id text NOT NULL,
  settings text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX projects_by_workspace ON projects (workspace_id, created_at, id);
CREATE UNIQUE INDEX projects_one_default ON projects (is_default) WHERE is_default = 1;

CREATE TABLE project_revisions (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL,
  settings text NOT NULL,
  made_by text NOT NULL,
  created_at bigint NOT NULL,
  maker_kind text CHECK (maker_kind IN ('operator', 'key', 'link', 'system')),
  maker_name text
);
CREATE INDEX project_revisions_by_project ON project_revisions (project_id, created_at, id);

CREATE TABLE grants (
  subject_kind text NOT NULL CHECK (subject_kind IN ('operator', 'key')),
  subject_id text NOT NULL,
  scope_kind text NOT NULL CHECK (scope_kind IN ('workspace', 'project')),
  scope_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
  created_at bigint NOT NULL,
  PRIMARY KEY (subject_kind, subject_id, scope_kind, scope_id)
);
CREATE INDEX grants_by_scope ON grants (scope_kind, scope_id);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  scope_kind text NOT NULL CHECK (scope_kind IN ('workspace', 'project')),
  scope_id text NOT NULL,
  name text NOT NULL,
  digest text NOT NULL UNIQUE,
  prefix text NOT NULL,
  last_characters text NOT NULL,
  owner_id text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint
);
CREATE INDEX api_keys_by_scope ON api_keys (scope_kind, scope_id, created_at, id);

CREATE TABLE invites (
  id text PRIMARY KEY,
  scope_kind text NOT NULL CHECK (scope_kind IN ('workspace', 'project')),
  scope_id text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
  invitee_email text NOT NULL,
  invitee_id text,
  owner_id text NOT NULL,
  owner_email text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'cancelled', 'removed')),
  token_digest text NOT NULL UNIQUE,
  expires_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX invites_by_scope ON invites (scope_kind, scope_id, created_at, id);

CREATE TABLE organizations (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  label text NOT NULL,
  default_region text,
  session_lifespan text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX organizations_by_project ON organizations (project_id, created_at, id);

CREATE TABLE organization_domains (
  project_id text NOT NULL,
  domain text NOT NULL,
  organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
  position bigint NOT NULL,
  PRIMARY KEY (project_id, domain)
);
CREATE INDEX organization_domains_by_organization ON organization_domains (organization_id, position);

CREATE TABLE onboarding_links (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations ON DELETE CASCADE,
  settings text NOT NULL,
  expires_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX onboarding_links_by_organization ON onboarding_links (organization_id, created_at, id);

CREATE TABLE event_streams (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('sns', 'https')),
  status text NOT NULL CHECK (status IN ('active', 'paused')),
  https_endpoint text,
  topic_arn text,
  role_arn text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  CHECK (type <> 'https' OR https_endpoint IS NOT NULL),
  CHECK (type <> 'sns' OR (topic_arn IS NOT NULL AND role_arn IS NOT NULL))
);
CREATE INDEX event_streams_by_project ON event_streams (project_id, created_at, id);

CREATE TABLE event_stream_cursors (
  stream_id text NOT NULL REFERENCES event_streams ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('identity', 'project')),
  sequence bigint NOT NULL,
  PRIMARY KEY (stream_id, source)
);

CREATE TABLE event_stream_secrets (
  stream_id text PRIMARY KEY REFERENCES event_streams ON DELETE CASCADE,
  version bigint NOT NULL,
  previous_until bigint NOT NULL
);

CREATE TABLE event_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stream_id text NOT NULL REFERENCES event_streams ON DELETE CASCADE,
  source text NOT NULL,
  sequence bigint NOT NULL,
  lane text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
  attempts bigint NOT NULL,
  due_at bigint NOT NULL,
  response_status bigint,
  fault text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (stream_id, source, sequence)
);
CREATE INDEX event_deliveries_by_lane ON event_deliveries (stream_id, lane, sequence) WHERE state = 'pending';
CREATE INDEX event_deliveries_by_state ON event_deliveries (stream_id, state, id);
CREATE INDEX event_deliveries_settled ON event_deliveries (updated_at) WHERE state <> 'pending';

CREATE TABLE set_up_links (
  token_digest text PRIMARY KEY,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  used_by text
);

-- No foreign keys: what happened stays known after its workspace, project or actor is gone. Units of work of the control
-- plane come one after another, so the order of positions is that of commits.
CREATE TABLE audit_log (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  at bigint NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('operator', 'key', 'link', 'system')),
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  operation text NOT NULL,
  workspace_id text,
  project_id text,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  target_name text NOT NULL,
  reason text
);
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, position);
CREATE INDEX audit_log_by_project ON audit_log (project_id, position);
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
