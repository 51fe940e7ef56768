-- One value that the secrets open with which codes and links of this database are signed.
CREATE TABLE signing_checks (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;
