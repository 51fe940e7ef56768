-- The console lists the newest events of one type: without it, a rare type is looked for in all of them.
CREATE INDEX events_by_type ON events (type, sequence);
