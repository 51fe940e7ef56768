-- What a search in any trait finds somebody by: the values of their traits, taken apart into runs of three letters. The
-- index keeps no text of its own; what it finds is held against the traits themselves.
CREATE VIRTUAL TABLE identity_trait_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
);
CREATE TABLE identity_trait_rows (
  number INTEGER PRIMARY KEY,
  identity_id TEXT NOT NULL UNIQUE REFERENCES identities (id) ON DELETE CASCADE
) STRICT;
INSERT INTO identity_trait_rows (identity_id) SELECT id FROM identities ORDER BY id;
INSERT INTO identity_trait_words (rowid, words)
  SELECT r.number, (SELECT group_concat(t.atom, char(10)) FROM json_tree(i.document, '$.traits') t)
  FROM identity_trait_rows r JOIN identities i ON i.id = r.identity_id;

CREATE INDEX identities_by_state ON identities (state, id);
CREATE INDEX identities_by_schema ON identities (schema_id, id);
