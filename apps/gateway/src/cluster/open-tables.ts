import {
  migrationsIn,
  openPostgres,
  type Database,
  type PostgresSnapshot,
  type ReadableDatabase,
} from '@gatehouse/platform/database'

/**
 * Unused since every gateway serves everything: `project_changes` of this schema (the live table is the control plane's),
 * `leases.epoch`, `leases_by_taking` and `require_lease`. Background work carries no fencing token.
 */
const migrations = migrationsIn({
  sqlite: new URL('./postgres', import.meta.url),
  postgres: new URL('./postgres', import.meta.url),
})('postgres')

const schema = 'gatehouse_gateways'

/** Returns these tables in a snapshot of the database; undefined: there are none. */
export function gatewayTablesIn(snapshot: PostgresSnapshot): Promise<ReadableDatabase | undefined> {
  return snapshot.part({ schema, migrations })
}

/** The use of the tables: serial, one unit of work after another, or concurrent. */
export interface TableUse {
  readonly isSerial: boolean
  /** The maximum number of connections. */
  readonly connections: number
}

/** Opens the PostgreSQL tables that the gateways of an installation share; the first gateway creates them. */
export function openGatewayTables(url: string, { isSerial, connections }: TableUse): Database {
  return openPostgres({ url, schema, migrations, isSerial, connections })
}
