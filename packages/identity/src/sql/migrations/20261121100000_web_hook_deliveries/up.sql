-- Web hooks that nobody waits for. A row goes when it was delivered or given up.
CREATE TABLE web_hook_deliveries (
  id TEXT PRIMARY KEY,
  hook TEXT NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  taken_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX web_hook_deliveries_due ON web_hook_deliveries (due_at) WHERE taken_at IS NULL;
