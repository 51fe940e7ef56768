-- What callers have used of what they may try, by a digest of who they are: until when it is in use, in Unix milliseconds.
CREATE TABLE spent_allowances (
  id text PRIMARY KEY,
  refilled_at bigint NOT NULL
);
