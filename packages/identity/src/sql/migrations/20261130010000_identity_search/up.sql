-- What a search finds somebody by: id, external id, values of traits and sign-in names, as `searchable` folds them, and
-- what a list is narrowed and sorted by, so that documents are read for one page alone. Words of three letters and more
-- are found by their runs of three letters; what these find is held against the text.
CREATE TABLE identity_search (
  number INTEGER PRIMARY KEY,
  identity_id TEXT NOT NULL UNIQUE REFERENCES identities (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  schema_id TEXT NOT NULL,
  organization_id TEXT,
  words TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE identity_search_runs USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
);
INSERT INTO identity_search (identity_id, created_at, state, schema_id, organization_id, words)
  SELECT i.id, i.created_at, i.state, i.schema_id, i.organization_id, searchable(concat_ws(char(10), i.id, i.external_id,
    (SELECT group_concat(t.atom, char(10)) FROM json_tree(i.document, '$.traits') t),
    (SELECT group_concat(n.identifier, char(10)) FROM identity_identifiers n
     WHERE n.identity_id = i.id AND n.family <> 'key')))
  FROM identities i ORDER BY i.id;
INSERT INTO identity_search_runs (rowid, words) SELECT number, words FROM identity_search;
CREATE INDEX identity_search_in_order ON identity_search (created_at, identity_id, state, schema_id, organization_id);

DROP TABLE identity_trait_words;
DROP TABLE identity_trait_rows;
