-- A message waits for those that its recipient was promised before.
CREATE INDEX courier_messages_in_turn ON courier_messages (recipient, created_at, id)
  WHERE status IN ('queued', 'processing');
