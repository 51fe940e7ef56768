-- Times are Unix milliseconds. Ids are UUIDs in lower case.

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  access_policy TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- `deleted` is a project whose data is being taken away; the row goes when that is done.
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id),
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('prod', 'stage', 'dev')),
  home_region TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'halted', 'deleted')),
  is_default INTEGER NOT NULL DEFAULT 0,
  revision_id TEXT NOT NULL,
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX projects_by_workspace ON projects (workspace_id, created_at, id);
CREATE UNIQUE INDEX projects_one_default ON projects (is_default) WHERE is_default = 1;

CREATE TABLE project_revisions (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX project_revisions_by_project ON project_revisions (project_id, created_at, id);

-- Who may do what. A subject is an operator (an identity) or a key; the place is a workspace or a project.
CREATE TABLE grants (
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('operator', 'key')),
  subject_id TEXT NOT NULL,
  place_kind TEXT NOT NULL CHECK (place_kind IN ('workspace', 'project')),
  place_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (subject_kind, subject_id, place_kind, place_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX grants_by_place ON grants (place_kind, place_id);

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  place_kind TEXT NOT NULL CHECK (place_kind IN ('workspace', 'project')),
  place_id TEXT NOT NULL,
  name TEXT NOT NULL,
  digest TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last_characters TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_by_place ON api_keys (place_kind, place_id, created_at, id);

CREATE TABLE invites (
  id TEXT PRIMARY KEY,
  place_kind TEXT NOT NULL CHECK (place_kind IN ('workspace', 'project')),
  place_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'developer', 'viewer')),
  invitee_email TEXT NOT NULL,
  invitee_id TEXT,
  owner_id TEXT NOT NULL,
  owner_email TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'declined', 'cancelled', 'removed')),
  token_digest TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invites_by_place ON invites (place_kind, place_id, created_at, id);

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  default_region TEXT,
  session_lifespan TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX organizations_by_project ON organizations (project_id, created_at, id);

-- A domain leads to one organization of a project.
CREATE TABLE organization_domains (
  project_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (project_id, domain)
) STRICT, WITHOUT ROWID;
CREATE INDEX organization_domains_by_organization ON organization_domains (organization_id, position);

CREATE TABLE onboarding_links (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX onboarding_links_by_organization ON onboarding_links (organization_id, created_at, id);

CREATE TABLE event_streams (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('sns', 'https')),
  status TEXT NOT NULL CHECK (status IN ('active', 'paused')),
  https_endpoint TEXT,
  topic_arn TEXT,
  role_arn TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (type <> 'https' OR https_endpoint IS NOT NULL),
  CHECK (type <> 'sns' OR (topic_arn IS NOT NULL AND role_arn IS NOT NULL))
) STRICT;
CREATE INDEX event_streams_by_project ON event_streams (project_id, created_at, id);

-- No foreign keys: what happened stays known after its workspace, project or actor is gone.
CREATE TABLE audit_log (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('operator', 'key', 'system')),
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  operation TEXT NOT NULL,
  workspace_id TEXT,
  project_id TEXT,
  target_kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_name TEXT NOT NULL,
  reason TEXT
) STRICT;
CREATE INDEX audit_log_by_workspace ON audit_log (workspace_id, position);
CREATE INDEX audit_log_by_project ON audit_log (project_id, position);

CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_is_never_shortened BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
