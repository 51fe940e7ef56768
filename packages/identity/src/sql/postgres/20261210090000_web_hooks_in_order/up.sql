-- Whose calls go out one after the other: those to one address about one account. Null: it waits for none.
ALTER TABLE web_hook_deliveries ADD COLUMN ordering_key text;
CREATE INDEX web_hook_deliveries_in_order ON web_hook_deliveries (project, ordering_key, created_at, id) WHERE ordering_key IS NOT NULL;
