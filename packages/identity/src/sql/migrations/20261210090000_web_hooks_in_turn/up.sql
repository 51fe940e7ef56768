-- Whose calls go out one after the other: those to one address about one account. Null: it waits for none.
ALTER TABLE web_hook_deliveries ADD COLUMN turn TEXT;
CREATE INDEX web_hook_deliveries_in_turn ON web_hook_deliveries (turn, created_at, id) WHERE turn IS NOT NULL;
