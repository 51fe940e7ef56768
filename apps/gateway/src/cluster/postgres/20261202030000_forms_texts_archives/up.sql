-- The forms of pages that were sent last. Unlogged: an answer may hold a session, and goes to neither the write-ahead log nor
-- a replica; after a crash of the server nothing of it is left.
CREATE UNLOGGED TABLE sent_forms (
  -- A digest.
  flow text PRIMARY KEY,
  form text NOT NULL,
  cookies text NOT NULL,
  turn text NOT NULL UNIQUE,
  -- JSON, sealed; NULL while the form is being submitted.
  answer text,
  -- Until when it counts; whoever submits it says so again and again.
  ends_at timestamptz NOT NULL
);
CREATE INDEX sent_forms_by_end ON sent_forms (ends_at);

-- Texts that pages missed in the catalogues.
CREATE TABLE missing_texts (
  language text NOT NULL,
  namespace text NOT NULL,
  key text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (language, namespace, key)
);

-- Projects that were deleted, and whose rows in `gatehouse_identity` are kept.
CREATE TABLE archived_projects (
  id text PRIMARY KEY,
  slug text NOT NULL,
  -- JSON: what the control plane knew of it.
  project text NOT NULL,
  archived_at timestamptz NOT NULL DEFAULT now()
);
