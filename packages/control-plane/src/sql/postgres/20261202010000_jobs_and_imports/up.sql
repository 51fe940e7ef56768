-- Files of people that wait to be imported. They may hold hashes: what is in them is sealed, piece by piece.
CREATE TABLE imports (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- JSON; NULL until it is known what the file is.
  facts text,
  -- How many; NULL while the file arrives.
  pieces bigint,
  received_at bigint NOT NULL
);
CREATE INDEX imports_by_project ON imports (project_id, received_at);
CREATE TABLE import_pieces (
  import_id text NOT NULL REFERENCES imports ON DELETE CASCADE,
  position bigint NOT NULL,
  sealed text NOT NULL,
  PRIMARY KEY (import_id, position)
);

-- Long work. Who has it is a process; another one takes it over when that process has ended.
CREATE TABLE jobs (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects ON DELETE CASCADE,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed', 'interrupted')),
  total bigint,
  done bigint NOT NULL,
  -- JSON: how many entries ended how.
  counts text NOT NULL,
  started_at bigint NOT NULL,
  ended_at bigint,
  started_by text NOT NULL,
  failure text,
  source text,
  -- JSON: for whom it is done, and to which accounts.
  caller text NOT NULL,
  identity_ids text NOT NULL,
  is_to_stop bigint NOT NULL DEFAULT 0,
  holder text NOT NULL,
  -- Processes that have had it since it last got on.
  takeovers bigint NOT NULL DEFAULT 0
);
CREATE INDEX jobs_by_project ON jobs (project_id, started_at);
CREATE INDEX jobs_running ON jobs (state) WHERE state = 'running';
CREATE TABLE job_report_pages (
  job_id text NOT NULL REFERENCES jobs ON DELETE CASCADE,
  -- How many rows come before.
  position bigint NOT NULL,
  -- JSON Lines.
  lines text NOT NULL,
  PRIMARY KEY (job_id, position)
);
