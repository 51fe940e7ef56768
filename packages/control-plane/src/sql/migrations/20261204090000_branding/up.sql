-- Which revisions of a project are versions of its brand, and of its mails.
ALTER TABLE project_revisions ADD COLUMN changes_brand INTEGER NOT NULL DEFAULT 0;
ALTER TABLE project_revisions ADD COLUMN changes_mails INTEGER NOT NULL DEFAULT 0;
CREATE INDEX project_revisions_of_brand ON project_revisions (project_id, created_at, id) WHERE changes_brand = 1;
CREATE INDEX project_revisions_of_mails ON project_revisions (project_id, created_at, id) WHERE changes_mails = 1;

CREATE TABLE branding_drafts (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  part TEXT NOT NULL CHECK (part IN ('brand', 'mails')),
  document TEXT NOT NULL,
  version INTEGER NOT NULL,
  base TEXT NOT NULL,
  maker_kind TEXT NOT NULL,
  maker_id TEXT NOT NULL,
  maker_name TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, part)
) STRICT;

-- Pictures and fonts in base64, by names that are hashes of what they hold.
CREATE TABLE branding_assets (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  content TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, name)
) STRICT;
