import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { importFormats } from '../import-format.ts'
import { readKratosDatabases } from './read-kratos.ts'

/** More than two pages. */
const people = 1_200
const organization = '0d9f2c3a-0000-4000-8000-000000000001'
const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

/** The tables of Kratos that are read. */
const tables = (uuid: string) => `
  CREATE TABLE identities (id ${uuid} PRIMARY KEY, schema_id TEXT, state TEXT, traits TEXT, metadata_public TEXT,
    metadata_admin TEXT, external_id TEXT, organization_id ${uuid});
  CREATE TABLE identity_credential_types (id ${uuid} PRIMARY KEY, name TEXT);
  CREATE TABLE identity_credentials (identity_id ${uuid}, identity_credential_type_id ${uuid}, config TEXT);
  CREATE TABLE identity_verifiable_addresses (identity_id ${uuid}, value TEXT, via TEXT, verified BOOLEAN, status TEXT);
  CREATE TABLE identity_recovery_addresses (identity_id ${uuid}, value TEXT, via TEXT);
  INSERT INTO identity_credential_types VALUES ('${idOf(1)}', 'password');
  INSERT INTO identities VALUES ${rows((id, at) => `'${id}', 'person', 'active', '{"at":${at}}', NULL, NULL, NULL, '${organization}'`)};
  INSERT INTO identity_credentials VALUES ${rows((id, at) => `'${id}', '${idOf(1)}', '{"hashed_password":"$2a$10$${at}"}'`)};
`

/** Returns rows in no order: a database gives none either. */
function rows(columns: (id: string, at: number) => string): string {
  const shuffled = Array.from({ length: people }, (_, at) => ((at * 7) % people) + 1)
  return shuffled.map((at) => `(${columns(idOf(at), at)})`).join(', ')
}

async function read(address: string) {
  const entries = []
  for await (const entry of readKratosDatabases([address], importFormats.gatehouse, () => {})) entries.push(entry)
  return entries
}

const everybody = Array.from({ length: people }, (_, at) => ({
  kind: 'entry',
  source: idOf(at + 1),
  create: {
    traits: { at: at + 1 },
    organization_id: organization,
    credentials: { password: { config: { hashed_password: `$2a$10$${at + 1}` } } },
  },
}))

it('reads all people of an SQLite file, with their organization', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-kratos-'))
  const file = join(folder, 'kratos.sqlite')
  const database = new DatabaseSync(file)
  database.exec(tables('TEXT'))
  database.close()
  expect(await read(file)).toMatchObject(everybody)
  await rm(folder, { recursive: true })
})

it.skipIf(postgresIsMissing())('reads all people of a PostgreSQL, and no position has its password', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const address = postgres.createDatabase()
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(tables('UUID'))
  await client.end()
  const entries = await read(`${address.replace('@', ':in-the-address@')}?password=in-the-query&application_name=move`)
  expect(entries).toMatchObject(everybody)
  expect(new Set(entries.map(({ position }) => position.file))).toEqual(new Set([address]))
})
