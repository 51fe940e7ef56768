-- As in SQLite.
CREATE TABLE link_secrets (
  id integer PRIMARY KEY CHECK (id = 1),
  sealed text NOT NULL
);
