-- One value that the secrets of this database open, and no others.
CREATE TABLE secret_checks (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;
