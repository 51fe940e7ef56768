/** SQLite and PostgreSQL behind one port: migrations, units of work, rows as values, and full disks. */
export {
  ConcurrentChangeError,
  StaleReferenceError,
  UniqueConflictError,
  UnreachableDatabaseError,
} from '../sql/errors.ts'
export { contentsOf, copyTables, removeRows } from '../sql/copy.ts'
export type { Contents, CopiedTable, CopyProgress, ReadableDatabase } from '../sql/copy.ts'
export type { Database, DatabaseCondition, OpenedLocation } from '../sql/database.ts'
export { openDatabase, type DatabaseLocation } from '../sql/sqlite/open.ts'
export { migrationsIn, type Migration } from '../sql/migrate.ts'
export { openPostgres } from '../sql/postgres/open.ts'
export { nameConnections } from '../sql/postgres/connection-name.ts'
export { poolFigures } from '../sql/postgres/pool-figures.ts'
export { openPostgresSnapshot, type PostgresSnapshot } from '../sql/postgres/snapshot.ts'
export { postgresSchemas, postgresVersion } from '../sql/postgres/looks.ts'
export { preparePurge } from '../sql/purge.ts'
export type { PreparedStatement, Values } from '../sql/prepared.ts'
export { integer, json, oneOf, optionalInteger, optionalText, text, tree, type Row } from '../sql/row.ts'
export { afterUnit, UnitOfWorkTimeoutError, type Transactions } from '../sql/units.ts'
export { isStorageFull } from '../storage.ts'
