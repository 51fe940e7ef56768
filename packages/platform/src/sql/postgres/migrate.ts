import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { checksum, pendingMigrations, type Migration } from '../migrate.ts'

/** The number of an advisory lock that no other program uses: 'gate' as ASCII. */
const lockNumber = 0x67617465

/**
 * Migrates a database inside one transaction and returns the names of the applied migrations. If several processes
 * start at once, one migrates and the others wait. Rejects if a migration that was applied before is missing or has
 * been changed.
 */
export async function migratePostgres(
  pool: Pool,
  schema: string,
  migrations: readonly Migration[],
  now: number,
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber])
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
