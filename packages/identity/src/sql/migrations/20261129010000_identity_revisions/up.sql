-- How often an account was stored since it was made. Whoever stores what was read before another one stored is refused.
ALTER TABLE identities ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
