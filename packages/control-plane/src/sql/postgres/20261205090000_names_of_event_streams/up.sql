-- Empty: called by its destination.
ALTER TABLE event_streams ADD COLUMN name text NOT NULL DEFAULT '';
