-- Changes with each change of the stream, of its position or of what it has to deliver.
ALTER TABLE event_streams ADD COLUMN revision bigint NOT NULL DEFAULT 0;
