-- What lists of people are sorted and narrowed by, beside what is there already: the name as it is compared, ways in and
-- second steps as bits (`identities/listed.ts`), whether every address is proved (NULL: there is none), and when a session
-- was used last, in Unix milliseconds (0: never). One index for each order, with all that a list is narrowed by.
ALTER TABLE identity_search ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE identity_search ADD COLUMN methods INTEGER NOT NULL DEFAULT 0;
ALTER TABLE identity_search ADD COLUMN verified INTEGER;
ALTER TABLE identity_search ADD COLUMN last_seen INTEGER NOT NULL DEFAULT 0;
UPDATE identity_search SET
  name = facts ->> '$.name', methods = facts ->> '$.methods', verified = facts ->> '$.verified',
  last_seen = coalesce((SELECT max(max(s.authenticated_at, coalesce(s.last_used_at, 0))) FROM sessions s
    WHERE s.identity_id = identity_search.identity_id), 0)
  FROM (SELECT id, listed_facts(document) AS facts FROM identities) i WHERE i.id = identity_search.identity_id;

DROP INDEX identity_search_in_order;
CREATE INDEX identity_search_in_order ON identity_search
  (created_at, identity_id, state, schema_id, organization_id, verified, methods, last_seen);
CREATE INDEX identity_search_by_name ON identity_search
  (name, identity_id, state, schema_id, organization_id, verified, methods, created_at, last_seen);
CREATE INDEX identity_search_by_last_seen ON identity_search
  (last_seen, identity_id, state, schema_id, organization_id, verified, methods, created_at);
