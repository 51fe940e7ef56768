import {
  migrationsIn,
  openPostgres,
  type Database,
  type PostgresSnapshot,
  type ReadableDatabase,
} from '@gatehouse/platform/database'

const migrations = migrationsIn({
  sqlite: new URL('./postgres', import.meta.url),
  postgres: new URL('./postgres', import.meta.url),
})('postgres')

const schema = 'gatehouse_gateways'

/** These tables in a snapshot of the database; undefined: there are none. */
export function gatewayTablesIn(snapshot: PostgresSnapshot): Promise<ReadableDatabase | undefined> {
  return snapshot.part({ schema, migrations })
}

/** How the tables are used: one unit of work after another, or many beside each other. */
export interface TableUse {
  readonly isSerial: boolean
  /** At most. */
  readonly connections: number
}

/** What the gateways of an installation have in common in their PostgreSQL database; the first one makes the tables. */
export function openGatewayTables(url: string, { isSerial, connections }: TableUse): Database {
  return openPostgres({ url, schema, migrations, isSerial, connections })
}
