-- The trace that the request belonged to, as Trace Context writes it: what is done later goes on with it.
ALTER TABLE events ADD COLUMN trace TEXT;
ALTER TABLE web_hook_deliveries ADD COLUMN trace TEXT;
ALTER TABLE courier_messages ADD COLUMN trace TEXT;
