import type { Statement, StoreDatabase, WriteHandle } from '@gatehouse/platform/database'

/** The SQL of one statement in each dialect. On PostgreSQL `$1` is the project. */
export type DialectSql = Readonly<Record<StoreDatabase['dialect'], string>>

/** Statements of one store in one dialect, by their names. */
export function statements<Name extends string>(
  dialect: StoreDatabase['dialect'],
  store: string,
  table: Readonly<Record<Name, DialectSql>>,
): Readonly<Record<Name, Statement>> {
  const entries = Object.entries<DialectSql>(table)
  return Object.fromEntries(
    entries.map(([name, sql]) => [name, { name: `${store}_${name}`, sql: sql[dialect] }]),
  ) as Record<Name, Statement>
}

/** The handle of one project: its name goes before the values, where rows name their project. */
export function scopeOf(
  database: StoreDatabase,
  project: string,
  handle: WriteHandle | StoreDatabase['read'],
): WriteHandle {
  const own = database.dialect === 'postgres' ? [project] : []
  return {
    all: (statement, ...values) => handle.all(statement, ...own, ...values),
    first: (statement, ...values) => handle.first(statement, ...own, ...values),
    run: async (statement, ...values) => {
      if (!('run' in handle)) throw new Error('Writing is possible only inside a unit of work')
      return handle.run(statement, ...own, ...values)
    },
  }
}
