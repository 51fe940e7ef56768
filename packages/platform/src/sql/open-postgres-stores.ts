import type { PostgresStoresOptions } from './postgres-stores.ts'
import type { StoreDatabase } from './unit-of-work.ts'

/**
 * Connects to a PostgreSQL database and migrates it. Rejects with an Error where the server cannot be reached. The driver is
 * loaded with the first call: a process on SQLite does not wait for it.
 */
export async function openPostgresStores(options: PostgresStoresOptions): Promise<StoreDatabase> {
  const { connectPostgresStores } = await import('./postgres-stores.ts')
  return connectPostgresStores(options)
}
