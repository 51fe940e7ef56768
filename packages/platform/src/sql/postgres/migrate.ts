import { setTimeout as delay } from 'node:timers/promises'
import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { checksum, pendingMigrations, type Migration } from '../migrate.ts'

/** The number of an advisory lock that no other program uses: 'gate' as ASCII. */
const lockNumber = 0x67617465

/** The maximum wait of a migration for a table, in seconds: every later statement on that table waits behind it. */
const tableWaitSeconds = 2
/** The pause before a migration that did not get a table is tried again, in milliseconds. It doubles each time. */
const pauseMs = { first: 500, longest: 30_000 } as const
/** SQLSTATE: the wait for a lock took too long, or two transactions waited for each other. */
const lockFaults = new Set<unknown>(['55P03', '40P01'])

/**
 * Migrates a database inside one transaction and returns the names of the applied migrations. If several processes
 * start at once, one migrates and the others wait. While another program holds a table, the migration is undone and
 * tried again, so that those that serve can read in between. Rejects if a migration that was applied before is missing
 * or has been changed.
 */
export async function migratePostgres(
  pool: Pool,
  schema: string,
  migrations: readonly Migration[],
  now: number,
): Promise<readonly string[]> {
  for (let pause: number = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.longest)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await attempt(pool, schema, migrations, now)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && lockFaults.has(error.code))) throw error
      const text = `A migration of ${schema} waits for a table that another program uses (${error.message}). It is tried again in ${pause / 1_000} s; see pg_stat_activity for the other program.`
      process.emitWarning(text, { code: 'MIGRATION_WAITS' })
    }
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await delay(pause)
  }
}

async function attempt(
  pool: Pool,
  schema: string,
  migrations: readonly Migration[],
  now: number,
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber])
    await client.query(`SET LOCAL lock_timeout = '${tableWaitSeconds}s'`)
    await refuseBypass(client)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`)
    await client.query(`SET LOCAL search_path TO ${escapeIdentifier(schema)}`)
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
    const pending = pendingMigrations(rows, migrations)
    for (const migration of pending) {
      await client.query(migration.sql)
      await client.query('INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)', [
        migration.name,
        checksum(migration),
        now,
      ])
    }
    await client.query('COMMIT')
    client.release()
    return pending.map(({ name }) => name)
  } catch (error) {
    // Its transaction ends with the connection.
    client.release(true)
    throw error
  }
}

/** Rejects for a role that bypasses row-level security, for which projects would not be separate. */
export async function refuseBypass(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; bypasses: unknown }>(
    'SELECT rolname AS name, (rolsuper OR rolbypassrls)::int AS bypasses FROM pg_roles WHERE rolname = current_user',
  )
  const [role] = rows
  if (Number(role?.bypasses) !== 1) return
  throw new Error(
    `the role ${role?.name} passes over row-level security, which keeps projects apart; use one that is neither a superuser nor has BYPASSRLS: CREATE ROLE gatehouse LOGIN PASSWORD '…'; CREATE DATABASE gatehouse OWNER gatehouse`,
  )
}
