-- The number of the last change of each project, also of removed ones: every process runs the projects as of a number.
-- touched: the number at which the document that fixes the configuration was last read again.
CREATE TABLE project_changes (
  project_id text PRIMARY KEY,
  number bigint NOT NULL UNIQUE,
  touched bigint NOT NULL DEFAULT 0
);
