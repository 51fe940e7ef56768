import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { CarriableIdentity } from '../carry-identity.ts'
import { isJson, type Json } from '../import-entry.ts'
import { parsedJson } from './foreign-person.ts'

/** Asks a database; values are bound to `?`. */
type Query = (sql: string, values: readonly string[]) => Promise<readonly Json[]>

const pageSize = 500

/**
 * Reads the identities of a database of Ory Kratos, with all credentials: a file of SQLite, or the URL of a PostgreSQL
 * database. Nothing is written. Source: the migrations of Kratos 1.3 and 26.2. Secrets that Kratos encrypts (tokens of
 * providers) are not read.
 */
export async function* readKratosDatabase(source: string): AsyncGenerator<CarriableIdentity> {
  const { query, close } = await open(source)
  try {
    const columns = await query('SELECT * FROM identities LIMIT 1', [])
    const has = (column: string) => columns[0] !== undefined && column in columns[0]
    const types = new Map(
      (await query('SELECT id, name FROM identity_credential_types', [])).map(({ id, name }) => [
        String(id),
        String(name),
      ]),
    )
    // PostgreSQL has them as UUIDs, SQLite as text: both compare them by their index, with no conversion.
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await query(`SELECT * FROM identities WHERE id > ? ORDER BY id LIMIT ${pageSize}`, [after])
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => String(id))
      const of = await readParts(query, ids)
      for (const row of rows) yield identityOf(row, of, types, has)
      after = ids.at(-1) ?? after
    }
  } finally {
    await close()
  }
}

interface Parts {
  readonly credentials: readonly Json[]
  readonly verifiable: readonly Json[]
  readonly recovery: readonly Json[]
}

async function readParts(query: Query, ids: readonly string[]): Promise<Parts> {
  const parameters = ids.map(() => '?').join(', ')
  const of = (table: string) => query(`SELECT * FROM ${table} WHERE identity_id IN (${parameters})`, ids)
  return {
    credentials: await of('identity_credentials'),
    verifiable: await of('identity_verifiable_addresses'),
    recovery: await of('identity_recovery_addresses'),
  }
}

function identityOf(
  row: Json,
  { credentials, verifiable, recovery }: Parts,
  types: ReadonlyMap<string, string>,
  has: (column: string) => boolean,
): CarriableIdentity {
  const id = String(row['id'])
  const own = (rows: readonly Json[]) => rows.filter((one) => String(one['identity_id']) === id)
  const traits = parsedJson(row['traits'])
  return {
    id,
    ...(has('external_id') && typeof row['external_id'] === 'string' && { external_id: row['external_id'] }),
    ...(has('organization_id') &&
      typeof row['organization_id'] === 'string' && {
        organization_id: row['organization_id'],
      }),
    schema_id: String(row['schema_id']),
    state: row['state'] === 'inactive' ? 'inactive' : 'active',
    traits: isJson(traits) ? traits : {},
    metadata_public: parsedJson(row['metadata_public']),
    metadata_admin: parsedJson(row['metadata_admin']),
    credentials: Object.fromEntries(
      own(credentials).flatMap((one) => {
        const [type, config] = [types.get(String(one['identity_credential_type_id'])), parsedJson(one['config'])]
        return type === undefined || !isJson(config) ? [] : [[type, { type, config }] as const]
      }),
    ),
    verifiable_addresses: own(verifiable).map((one) => ({
      value: String(one['value']),
      via: one['via'] === 'sms' ? 'sms' : 'email',
      verified: one['verified'] === true || one['verified'] === 1,
      status: one['status'] === 'completed' ? 'completed' : one['status'] === 'sent' ? 'sent' : 'pending',
    })),
    recovery_addresses: own(recovery).map((one) => ({
      value: String(one['value']),
      via: one['via'] === 'sms' ? 'sms' : 'email',
    })),
  }
}

/** Tells whether a database is named by the address of a PostgreSQL; else by a file of SQLite. */
export function isPostgres(source: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(source)
}

async function open(source: string): Promise<{ readonly query: Query; readonly close: () => Promise<void> }> {
  if (isPostgres(source)) {
    const client = new pg.Client({ connectionString: source })
    // A connection that breaks while nothing is asked would end the process; the next question fails and says so.
    client.on('error', () => {})
    await client.connect()
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return {
      query: async (sql, values) => {
        let parameter = 0
        const numbered = sql.replaceAll('?', () => `$${(parameter += 1)}`)
        return (await client.query(numbered, [...values])).rows
      },
      close: () => client.end(),
    }
  }
  const database = new DatabaseSync(source.replace(/^sqlite:\/\//, ''), { readOnly: true })
  database.exec('BEGIN')
  return {
    query: async (sql, values) => database.prepare(sql).all(...values),
    close: async () => database.close(),
  }
}
