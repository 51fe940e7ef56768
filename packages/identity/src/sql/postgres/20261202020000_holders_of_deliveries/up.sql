-- Which process is handing it over. It renews updated_at or taken_at meanwhile, and what another one took over is not its own.
ALTER TABLE courier_messages ADD COLUMN taken_by text;
ALTER TABLE web_hook_deliveries ADD COLUMN taken_by text;
