-- As in SQLite. The names and ways in of people who are there already are read here by PostgreSQL's own means; the next
-- change of an account writes them as the service reads them.
CREATE FUNCTION listed_document(document text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN replace(document, '\u0000', '\u0020')::jsonb;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
  RETURN '{}'::jsonb;
END $$;
CREATE FUNCTION listed_name(d jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(lower(regexp_replace(normalize(coalesce(
    CASE WHEN jsonb_typeof(d #> '{traits,display_name}') = 'string' THEN nullif(trim(d #>> '{traits,display_name}'), '') END,
    CASE WHEN jsonb_typeof(d #> '{traits,full_name}') = 'string' THEN nullif(trim(d #>> '{traits,full_name}'), '') END,
    CASE WHEN jsonb_typeof(d #> '{traits,name}') = 'string' THEN nullif(trim(d #>> '{traits,name}'), '') END,
    nullif(trim(concat_ws(' ',
      coalesce(d #>> '{traits,name,first}', d #>> '{traits,name,given}'),
      coalesce(d #>> '{traits,name,last}', d #>> '{traits,name,family}'))), ''),
    d #>> '{traits,username}', d #>> '{traits,email}', d #>> '{traits,phone}', d #>> '{verifiableAddresses,0,value}',
    d ->> 'id', ''), NFKD), U&'[\0300-\036F]', '', 'g')), 60)
$$;
CREATE FUNCTION listed_methods(d jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT
    CASE WHEN coalesce(d #>> '{credentials,password,config,hashed_password}', '') <> '' THEN 1 ELSE 0 END
    + CASE WHEN coalesce(d #> '{credentials,code,identifiers}', '[]') <> '[]' THEN 2 ELSE 0 END
    + CASE WHEN coalesce(d #> '{credentials,oidc,config,providers}', '[]') <> '[]' THEN 4 ELSE 0 END
    + CASE WHEN coalesce(d #> '{credentials,saml,config,providers}', '[]') <> '[]' THEN 8 ELSE 0 END
    + CASE WHEN coalesce(d #> '{credentials,passkey,config,credentials}', '[]') <> '[]' THEN 16 ELSE 0 END
    + CASE WHEN jsonb_path_exists(d, '$.credentials.webauthn.config.credentials[*] ? (@.is_passwordless == true)') THEN 32 ELSE 0 END
    + CASE WHEN coalesce(d #>> '{credentials,totp,config,totp_url}', '') <> '' THEN 64 ELSE 0 END
    + CASE WHEN coalesce(d #> '{credentials,lookup_secret,config,recovery_codes}', '[]') <> '[]' THEN 128 ELSE 0 END
    + CASE WHEN jsonb_path_exists(d, '$.credentials.webauthn.config.credentials[*] ? (!(@.is_passwordless == true))') THEN 256 ELSE 0 END
$$;

ALTER TABLE identity_search ADD COLUMN name text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE identity_search ADD COLUMN methods bigint NOT NULL DEFAULT 0;
ALTER TABLE identity_search ADD COLUMN verified bigint;
ALTER TABLE identity_search ADD COLUMN last_seen bigint NOT NULL DEFAULT 0;
-- Every project is brought up at once: rows are seen whosever they are.
ALTER TABLE identity_search NO FORCE ROW LEVEL SECURITY;
ALTER TABLE identities NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY;
UPDATE identity_search s SET
  name = listed_name(i.d), methods = listed_methods(i.d),
  verified = CASE WHEN coalesce(i.d -> 'verifiableAddresses', '[]') = '[]' THEN NULL
    WHEN jsonb_path_exists(i.d, '$.verifiableAddresses[*] ? (!(@.verified == true))') THEN 0 ELSE 1 END,
  last_seen = coalesce((SELECT max(greatest(e.authenticated_at, coalesce(e.last_used_at, 0))) FROM sessions e
    WHERE e.project = s.project AND e.identity_id = s.identity_id), 0)
  FROM (SELECT project, id, listed_document(document) AS d FROM identities) i
  WHERE i.project = s.project AND i.id = s.identity_id;
ALTER TABLE identity_search FORCE ROW LEVEL SECURITY;
ALTER TABLE identities FORCE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
DROP FUNCTION listed_methods(jsonb), listed_name(jsonb), listed_document(text);

DROP INDEX identity_search_in_order;
CREATE INDEX identity_search_in_order ON identity_search
  (project, created_at, identity_id, state, schema_id, organization_id, verified, methods, last_seen);
CREATE INDEX identity_search_by_name ON identity_search
  (project, name, identity_id, state, schema_id, organization_id, verified, methods, created_at, last_seen);
CREATE INDEX identity_search_by_last_seen ON identity_search
  (project, last_seen, identity_id, state, schema_id, organization_id, verified, methods, created_at);
