-- Who belongs to an organization is counted without reading everybody.
CREATE INDEX identity_search_by_organization ON identity_search (organization_id, created_at, identity_id)
  WHERE organization_id IS NOT NULL;
