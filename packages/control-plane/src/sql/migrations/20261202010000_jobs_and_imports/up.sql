-- Files of people that wait to be imported. They may hold hashes: what is in them is sealed, piece by piece.
CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- JSON; NULL until it is known what the file is.
  facts TEXT,
  -- How many; NULL while the file arrives.
  pieces INTEGER,
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX imports_by_project ON imports (project_id, received_at);
CREATE TABLE import_pieces (
  import_id TEXT NOT NULL REFERENCES imports ON DELETE CASCADE,
  position INTEGER NOT NULL,
  sealed TEXT NOT NULL,
  PRIMARY KEY (import_id, position)
) STRICT;

-- Long work. Who has it is a process; another one takes it over when that process has ended.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed', 'interrupted')),
  total INTEGER,
  done INTEGER NOT NULL,
  -- JSON: how many entries ended how.
  counts TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  started_by TEXT NOT NULL,
  failure TEXT,
  source TEXT,
  -- JSON: for whom it is done, and to which accounts.
  caller TEXT NOT NULL,
  identity_ids TEXT NOT NULL,
  is_to_stop INTEGER NOT NULL DEFAULT 0,
  holder TEXT NOT NULL,
  -- Processes that have had it since it last got on.
  takeovers INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_project ON jobs (project_id, started_at);
CREATE INDEX jobs_running ON jobs (state) WHERE state = 'running';
CREATE TABLE job_report_pages (
  job_id TEXT NOT NULL REFERENCES jobs ON DELETE CASCADE,
  -- How many rows come before.
  position INTEGER NOT NULL,
  -- JSON Lines.
  lines TEXT NOT NULL,
  PRIMARY KEY (job_id, position)
) STRICT;
