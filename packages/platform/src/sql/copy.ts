import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import type { PreparedStatement } from './prepared.ts'
import type { Row } from './row.ts'

/** A table whose rows are copied from one database to another, of either kind. */
export interface CopiedTable {
  readonly name: string
  /** What its rows are known by. */
  readonly key: readonly string[]
  /** A column whose values PostgreSQL counts itself, and goes on to count behind those that were copied. */
  readonly counted?: string
}

/** How far a copy is: so many rows of a table were read. */
export type CopyProgress = (table: string, rows: number) => void

/** What tables hold, to be compared: how many rows, and a digest that their order does not change. */
export type Contents = Readonly<Record<string, { readonly rows: number; readonly digest: string }>>

/** What PostgreSQL alone has, and what both make themselves. */
const notCopied: ReadonlySet<string> = new Set(['project', 'arrival', 'rowid'])
const rowsAtOnce = 500

/**
 * Copies tables into a database that nothing writes to meanwhile, in the order given: nothing may refer to what comes later.
 * Rows that are there already stay, so that a copy that was interrupted is begun again.
 */
export async function copyTables(
  from: Database,
  to: Database,
  tables: readonly CopiedTable[],
  onProgress: CopyProgress = () => {},
): Promise<void> {
  for (const table of tables) {
    let insert: ((row: Row) => Promise<unknown>) | undefined
    let rows = 0
    for await (const page of pagesOf(from, table)) {
      const [first = {}] = page
      const insertRow = (insert ??= insertInto(to, table, first))
      await to.durable(async () => {
        for (const row of page) await insertRow(row)
      })
      rows += page.length
      onProgress(table.name, rows)
    }
    if (to.dialect === 'postgres' && table.counted !== undefined) await countOn(to, table.name, table.counted)
  }
}

/** Reads all rows of tables. */
export async function contentsOf(database: Database, tables: readonly CopiedTable[]): Promise<Contents> {
  const contents: Record<string, { rows: number; digest: string }> = {}
  for (const table of tables) {
    const sum = Buffer.alloc(32)
    let rows = 0
    for await (const page of pagesOf(database, table)) {
      for (const row of page) {
        const hash = createHash('sha256').update(JSON.stringify(columnsIn(row).map((column) => [column, row[column]])))
        for (const [at, byte] of hash.digest().entries()) sum[at] = (sum[at] ?? 0) ^ byte
      }
      rows += page.length
    }
    contents[table.name] = { rows, digest: sum.toString('hex') }
  }
  return contents
}

/** Deletes all rows of tables, the last table first, some rows at a time. */
export async function removeRows(database: Database, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name, key } of tables.toReversed()) {
    const keys = key.join(', ')
    const remove = database.prepare(
      `DELETE FROM ${name} WHERE (${keys}) IN (SELECT ${keys} FROM ${name} LIMIT ${rowsAtOnce})`,
    )
    while ((await database.durable(() => remove.run())) > 0);
  }
}

async function* pagesOf(database: Database, { name, key }: CopiedTable): AsyncGenerator<readonly Row[]> {
  const keys = key.join(', ')
  const order = `ORDER BY ${keys} LIMIT ${rowsAtOnce}`
  const first = database.prepare(`SELECT * FROM ${name} ${order}`)
  const next = database.prepare(`SELECT * FROM ${name} WHERE (${keys}) > (${key.map(() => '?').join(', ')}) ${order}`)
  let page = await first.all()
  while (page.length > 0) {
    yield page
    const last = page.at(-1)
    page = await next.all(...key.map((column) => last?.[column] as string | number))
  }
}

function columnsIn(row: Row): readonly string[] {
  return Object.keys(row)
    .filter((column) => !notCopied.has(column))
    .toSorted()
}

function insertInto(database: Database, { name, counted }: CopiedTable, first: Row): (row: Row) => Promise<number> {
  const columns = columnsIn(first)
  const values = columns.map(() => '?').join(', ')
  const given = database.dialect === 'postgres' && counted !== undefined ? 'OVERRIDING SYSTEM VALUE' : ''
  const statement: PreparedStatement = database.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) ${given} VALUES (${values}) ON CONFLICT DO NOTHING`,
  )
  return (row) => statement.run(...columns.map((column) => row[column] as string | number | null))
}

async function countOn(database: Database, table: string, column: string): Promise<void> {
  const next = `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table} HAVING max(${column}) > 0`
  await database.prepare(next).all()
}
