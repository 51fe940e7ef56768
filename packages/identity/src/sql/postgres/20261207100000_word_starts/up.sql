-- As in SQLite. People who are there already are entered by the service, some at a time, after its start: others write to
-- their tables meanwhile.
CREATE TABLE identity_search_starts (
  project text NOT NULL DEFAULT own_project(),
  start text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (project, start, number)
);
CREATE INDEX identity_search_starts_by_number ON identity_search_starts (project, number);
ALTER TABLE identity_search_starts ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity_search_starts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_project ON identity_search_starts USING (project = own_project());
CREATE FUNCTION remove_starts_of_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity_search_starts WHERE project = OLD.project AND number = OLD.number;
  RETURN NULL;
END $$;
CREATE TRIGGER starts_go_with_their_words AFTER UPDATE OF words ON identity_search
  FOR EACH ROW WHEN (OLD.words IS DISTINCT FROM NEW.words) EXECUTE FUNCTION remove_starts_of_words();
CREATE TRIGGER starts_go_with_their_identity AFTER DELETE ON identity_search
  FOR EACH ROW EXECUTE FUNCTION remove_starts_of_words();
