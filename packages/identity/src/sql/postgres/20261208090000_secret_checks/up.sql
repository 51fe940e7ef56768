-- As in SQLite, for each project.
CREATE TABLE secret_checks (
  project text NOT NULL DEFAULT own_project(),
  id integer NOT NULL CHECK (id = 1),
  sealed text NOT NULL,
  PRIMARY KEY (project, id)
);
ALTER TABLE secret_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE secret_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_project ON secret_checks USING (project = own_project());
