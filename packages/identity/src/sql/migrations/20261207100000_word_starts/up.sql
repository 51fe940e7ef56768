-- Words of one and two letters have no run of three: people are found by them where a word of what is known of somebody
-- begins so (`identities/word-starts.ts`).
CREATE TABLE identity_search_starts (
  start TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (start, number)
) STRICT, WITHOUT ROWID;
INSERT INTO identity_search_starts (start, number)
  SELECT t.value, s.number FROM identity_search s, json_each(word_starts(s.words)) t ORDER BY t.value, s.number;
CREATE INDEX identity_search_starts_by_number ON identity_search_starts (number);
-- They go with the words, whoever changes these: a gateway of the version before knows nothing of this table.
CREATE TRIGGER starts_go_with_their_words AFTER UPDATE OF words ON identity_search WHEN OLD.words IS NOT NEW.words
BEGIN
  DELETE FROM identity_search_starts WHERE number = OLD.number;
END;
CREATE TRIGGER starts_go_with_their_identity AFTER DELETE ON identity_search
BEGIN
  DELETE FROM identity_search_starts WHERE number = OLD.number;
END;
