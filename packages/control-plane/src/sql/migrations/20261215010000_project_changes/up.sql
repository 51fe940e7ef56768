-- The number of the last change of each project, also of removed ones: every process runs the projects as of a number.
CREATE TABLE project_changes (
  project_id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE
) STRICT;
