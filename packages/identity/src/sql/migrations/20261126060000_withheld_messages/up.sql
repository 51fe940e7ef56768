-- Messages that nobody gets, as their address is nobody's: written in the same way and as long as those in
-- courier_messages, so that the time of an answer does not tell who has an account. Nothing ever reads them.
CREATE TABLE withheld_messages (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  html TEXT NOT NULL,
  template_type TEXT NOT NULL,
  send_count INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  template_data TEXT NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;
CREATE INDEX withheld_messages_due ON withheld_messages (due_at) WHERE status = 'queued';
CREATE INDEX withheld_messages_in_flight ON withheld_messages (updated_at) WHERE status = 'processing';
CREATE INDEX withheld_messages_by_creation ON withheld_messages (created_at DESC, id DESC);
CREATE INDEX withheld_messages_by_recipient ON withheld_messages (recipient, created_at DESC, id DESC);
