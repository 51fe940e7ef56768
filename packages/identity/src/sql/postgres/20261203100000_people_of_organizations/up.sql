-- As in SQLite.
CREATE INDEX identity_search_by_organization ON identity_search (project, organization_id, created_at, identity_id)
  WHERE organization_id IS NOT NULL;
