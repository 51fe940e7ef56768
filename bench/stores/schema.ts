/** The three stores' tables on SQLite: a file is a project. */
export const sqliteSchema = [
  {
    name: '20261130030000_stores',
    sql: `
CREATE TABLE identities (id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, traits TEXT NOT NULL) STRICT;
CREATE TABLE credentials (
  identity TEXT NOT NULL REFERENCES identities ON DELETE CASCADE, kind TEXT NOT NULL, config TEXT NOT NULL,
  PRIMARY KEY (identity, kind)
) STRICT;
CREATE TABLE addresses (value TEXT PRIMARY KEY, identity TEXT NOT NULL REFERENCES identities ON DELETE CASCADE) STRICT;
CREATE INDEX addresses_identity ON addresses (identity);
CREATE TABLE sessions (
  token TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, expires_at INTEGER NOT NULL,
  identity TEXT NOT NULL REFERENCES identities ON DELETE CASCADE
) STRICT;
CREATE INDEX sessions_identity ON sessions (identity);
CREATE TABLE events (position INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;`,
  },
]

/**
 * The same on PostgreSQL, where every row names its project. `events.position` is given after the commit, see
 * `OutboxStore`.
 */
export const postgresSchema = [
  {
    name: '20261130030000_stores',
    sql: `
CREATE TABLE identities (
  project TEXT, id TEXT, version BIGINT NOT NULL, state TEXT NOT NULL, traits TEXT NOT NULL, PRIMARY KEY (project, id)
);
CREATE TABLE credentials (
  project TEXT, identity TEXT, kind TEXT, config TEXT NOT NULL, PRIMARY KEY (project, identity, kind),
  FOREIGN KEY (project, identity) REFERENCES identities ON DELETE CASCADE
);
CREATE TABLE addresses (
  project TEXT, value TEXT, identity TEXT NOT NULL, PRIMARY KEY (project, value),
  FOREIGN KEY (project, identity) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX addresses_identity ON addresses (project, identity);
CREATE TABLE sessions (
  project TEXT, token TEXT, id TEXT NOT NULL, expires_at BIGINT NOT NULL, identity TEXT NOT NULL,
  PRIMARY KEY (project, token), UNIQUE (project, id),
  FOREIGN KEY (project, identity) REFERENCES identities ON DELETE CASCADE
);
CREATE INDEX sessions_identity ON sessions (project, identity);
CREATE SEQUENCE event_positions;
CREATE TABLE events (project TEXT NOT NULL, id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, position BIGINT, name TEXT NOT NULL);
CREATE UNIQUE INDEX events_position ON events (project, position);
CREATE INDEX events_unnumbered ON events (project, id) WHERE position IS NULL;`,
  },
]
