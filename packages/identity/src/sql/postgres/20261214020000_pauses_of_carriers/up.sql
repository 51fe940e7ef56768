-- The failures in a row, when a process may try again, and the end: messages that are older keep their order.
ALTER TABLE courier_outages ADD COLUMN failures bigint NOT NULL DEFAULT 0;
ALTER TABLE courier_outages ADD COLUMN next_try bigint NOT NULL DEFAULT 0;
ALTER TABLE courier_outages ADD COLUMN ended_at bigint;
