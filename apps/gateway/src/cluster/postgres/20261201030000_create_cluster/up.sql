-- The gateways that serve one installation. Times are the server's: the clocks of machines differ.

-- Who leads, until when.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  ends_at timestamptz NOT NULL
);

-- Who serves, when it was last seen, and up to which change its processes run the projects.
CREATE TABLE gateways (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  generation bigint NOT NULL
);

-- The last change of each project, as JSON.
CREATE TABLE project_changes (
  project_id text PRIMARY KEY,
  generation bigint NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('present', 'removed')),
  project text NOT NULL
);
