-- The secret that links and signing secrets of event streams are made from, sealed: it outlives the secrets that seal it.
CREATE TABLE link_secrets (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
) STRICT;
