-- A domain leads to one organization.
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  session_lifespan_ms INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE organization_domains (
  domain TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX organization_domains_by_organization ON organization_domains (organization_id, position);
