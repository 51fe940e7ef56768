-- How much of an allowance is used up: until when it takes to refill, in Unix milliseconds. `id` is a digest, as it is
-- made from what visitors typed.
CREATE TABLE spent_allowances (
  id TEXT PRIMARY KEY,
  refilled_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_allowances_by_time ON spent_allowances (refilled_at);
