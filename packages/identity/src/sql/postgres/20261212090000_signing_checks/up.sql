-- As in SQLite, for each project.
CREATE TABLE signing_checks (
  project text NOT NULL DEFAULT own_project(),
  id integer NOT NULL CHECK (id = 1),
  sealed text NOT NULL,
  PRIMARY KEY (project, id)
);
ALTER TABLE signing_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_project ON signing_checks USING (project = own_project());
