/** SQLite with its migrations and transactions, rows as values, and what a full disk does. */
export { openDatabase, type Database, type DatabaseLocation } from '../sql/database.ts'
export { StaleReferenceError } from '../sql/faults.ts'
export { readMigrationsOf, type Migration } from '../sql/migrate.ts'
export { integer, json, oneOf, optionalInteger, optionalText, text, tree, type Row } from '../sql/row.ts'
export type { Transactions } from '../sql/transactions.ts'
export { isStorageFull } from '../storage.ts'
