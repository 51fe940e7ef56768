import type { PoolClient } from 'pg'
import type { Migration } from '../migrate.ts'
import type { ReadableDatabase } from '../copy.ts'
import type { Values } from '../prepared.ts'
import type { Row } from '../row.ts'
import { postgresFault } from './faults.ts'
import { refuseBypass } from './migrate.ts'
import { postgresText } from './text.ts'

/** Tables of a PostgreSQL database, and the project of the wanted rows. */
export interface SnapshotPart {
  readonly schema: string
  /** Absent: the tables have no projects. */
  readonly project?: string | undefined
  /** The migrations that these tables must have. */
  readonly migrations: readonly Migration[]
}

/** A snapshot of a PostgreSQL database at one moment, which later writes do not change. Writers do not wait for it. */
export interface PostgresSnapshot {
  /**
   * Returns the tables of a part; undefined: they do not exist. Nothing is migrated: rejects with an Error if the
   * tables belong to another version of this program.
   */
  part(part: SnapshotPart): Promise<ReadableDatabase | undefined>
  release(): Promise<void>
}

/** Reads everything in one transaction, on one connection. The driver is loaded with the first use. */
export async function openPostgresSnapshot(url: string): Promise<PostgresSnapshot> {
  const { openPool } = await import('./pool.ts')
  // A snapshot may take as long as the copy needs.
  const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
  const pool = openPool({ connectionString: url, max: 1, options })
  let client: PoolClient | undefined
  try {
    const opened = (client = await pool.connect())
    await opened.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // The moment is that of the first statement.
    await refuseBypass(opened)
    return {
      part: (part) => readPart(opened, part),
      release: async () => {
        opened.release(true)
        await pool.end()
      },
    }
  } catch (error) {
    client?.release(true)
    await pool.end()
    throw postgresFault(error)
  }
}

async function readPart(
  client: PoolClient,
  { schema, project = '', migrations }: SnapshotPart,
): Promise<ReadableDatabase | undefined> {
  async function ask(sql: string, values: Values): Promise<readonly Row[]> {
    const { text, valuesOf } = postgresText(sql)
    try {
      // Both are sent before any other statement can be.
      const [, { rows }] = await Promise.all([
        client.query("SELECT set_config('search_path', $1, true), set_config('gatehouse.project', $2, true)", [
          schema,
          project,
        ]),
        client.query<Row>(text, [...valuesOf(values)]),
      ])
      return rows
    } catch (error) {
      throw postgresFault(error)
    }
  }
  const [found] = await ask("SELECT to_regclass(quote_ident(?) || '.migrations')::text AS name", [schema])
  if (found?.['name'] === null) return undefined
  const applied = new Set((await ask('SELECT name FROM migrations', [])).map((row) => String(row['name'])))
  const names = new Set(migrations.map(({ name }) => name))
  const other = [...applied].find((name) => !names.has(name)) ?? [...names].find((name) => !applied.has(name))
  if (other !== undefined) {
    const which = names.has(other) ? `has not had the migration ${other} yet` : `has the migration ${other}`
    throw new Error(`The database is of another version than this program: ${schema} ${which}; use that version`)
  }
  return {
    dialect: 'postgres',
    prepare: (sql) => ({
      all: (...values) => ask(sql, values),
      get: async (...values) => (await ask(sql, values))[0],
    }),
  }
}
