-- Which revisions of a project are versions of its brand, and of its mails.
ALTER TABLE project_revisions ADD COLUMN changes_brand bigint NOT NULL DEFAULT 0;
ALTER TABLE project_revisions ADD COLUMN changes_mails bigint NOT NULL DEFAULT 0;
CREATE INDEX project_revisions_of_brand ON project_revisions (project_id, created_at, id) WHERE changes_brand = 1;
CREATE INDEX project_revisions_of_mails ON project_revisions (project_id, created_at, id) WHERE changes_mails = 1;

CREATE TABLE branding_drafts (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  part text NOT NULL CHECK (part IN ('brand', 'mails')),
  document text NOT NULL,
  version bigint NOT NULL,
  base text NOT NULL,
  maker_kind text NOT NULL,
  maker_id text NOT NULL,
  maker_name text NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (project_id, part)
);

-- Pictures and fonts in base64, by names that are hashes of what they hold.
CREATE TABLE branding_assets (
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL,
  content text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (project_id, name)
);
