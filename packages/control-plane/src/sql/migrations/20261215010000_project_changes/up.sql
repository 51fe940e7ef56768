-- The number of the last change of each project, also of removed ones: every process runs the projects as of a number.
-- touched: the number at which the document that fixes the configuration was last read again.
CREATE TABLE project_changes (
  project_id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE,
  touched INTEGER NOT NULL DEFAULT 0
) STRICT;
