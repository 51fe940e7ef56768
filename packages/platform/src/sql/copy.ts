import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import type { PreparedStatement } from './prepared.ts'
import { integer, type Row } from './row.ts'

/** A database that is only read. */
export interface ReadableDatabase extends Pick<Database, 'dialect'> {
  prepare(sql: string): Pick<PreparedStatement, 'all' | 'get'>
}

/** A table whose rows are copied from one database to another, of either kind. */
export interface CopiedTable {
  readonly name: string
  /** The columns that identify its rows. */
  readonly key: readonly string[]
  /** A column with a sequence of PostgreSQL, which continues after the copied values. */
  readonly counted?: string
  /** A condition: the other rows are omitted. A table may be named several times. */
  readonly where?: string
  /** Converts a row; `position` counts from 0. Default: it stays as it is. */
  readonly changed?: (row: Row, position: number) => Row
  /** The number of its rows that are read and written at once, if they are long. Default: 500. */
  readonly rowsAtOnce?: number
}

/** Receives a copy's progress: the written rows of a table, of the total. */
export type CopyProgress = (table: string, rows: number, total: number) => void

/** The contents of tables for a comparison: the number of rows, and a digest that does not depend on their order. */
export type Contents = Readonly<Record<string, { readonly rows: number; readonly digest: string }>>

/** Columns that only PostgreSQL has, and those that both generate. */
const notCopied: ReadonlySet<string> = new Set(['project', 'arrival', 'rowid'])
const usualRowsAtOnce = 500

/**
 * Copies tables into a database that nothing else writes to, in the given order: no table may refer to a later one.
 * Existing rows are kept, so that an interrupted copy can be repeated.
 */
export async function copyTables(
  from: ReadableDatabase,
  to: Database,
  tables: readonly CopiedTable[],
  onProgress: CopyProgress = () => {},
): Promise<void> {
  for (const table of tables) {
    let insert: Insert | undefined
    let rows = 0
    const count = `SELECT count(*) AS total FROM ${table.name} WHERE ${table.where ?? 'TRUE'}`
    const total = integer((await from.prepare(count).get()) ?? {}, 'total')
    for await (const page of pagesOf(from, table)) {
      insert ??= insertInto(to, table, page)
      await insert(page)
      rows += page.length
      onProgress(table.name, rows, total)
    }
    if (to.dialect === 'postgres' && table.counted !== undefined) await countOn(to, table.name, table.counted)
  }
}

/** Reads all rows of tables. */
export async function contentsOf(database: ReadableDatabase, tables: readonly CopiedTable[]): Promise<Contents> {
  const contents = new Map<string, { rows: number; readonly sum: Buffer }>()
  for (const table of tables) {
    const all = contents.get(table.name) ?? { rows: 0, sum: Buffer.alloc(32) }
    contents.set(table.name, all)
    for await (const page of pagesOf(database, table)) {
      for (const row of page) {
        const hash = createHash('sha256').update(JSON.stringify(columnsIn(row).map((column) => [column, row[column]])))
        for (const [at, byte] of hash.digest().entries()) all.sum[at] = (all.sum[at] ?? 0) ^ byte
      }
      all.rows += page.length
    }
  }
  return Object.fromEntries([...contents].map(([name, { rows, sum }]) => [name, { rows, digest: sum.toString('hex') }]))
}

/** Deletes all rows of tables, the last table first, in steps. */
export async function removeRows(database: Database, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name, key, rowsAtOnce = usualRowsAtOnce } of tables.toReversed()) {
    const keys = key.join(', ')
    const remove = database.prepare(
      `DELETE FROM ${name} WHERE (${keys}) IN (SELECT ${keys} FROM ${name} LIMIT ${rowsAtOnce})`,
    )
    while ((await database.durable(() => remove.run())) > 0);
  }
}

async function* pagesOf(
  database: ReadableDatabase,
  { name, key, where = 'TRUE', changed = (row) => row, rowsAtOnce = usualRowsAtOnce }: CopiedTable,
): AsyncGenerator<readonly Row[]> {
  const keys = key.join(', ')
  const order = `ORDER BY ${keys} LIMIT ${rowsAtOnce}`
  const first = database.prepare(`SELECT * FROM ${name} WHERE ${where} ${order}`)
  const next = database.prepare(
    `SELECT * FROM ${name} WHERE ${where} AND (${keys}) > (${key.map(() => '?').join(', ')}) ${order}`,
  )
  let page = await first.all()
  for (let done = 0; page.length > 0; done += rowsAtOnce) {
    const before = done
    yield page.map((row, at) => changed(row, before + at))
    const last = page.at(-1)
    page = await next.all(...key.map((column) => last?.[column] as string | number))
  }
}

function columnsIn(row: Row): readonly string[] {
  return Object.keys(row)
    .filter((column) => !notCopied.has(column))
    .toSorted()
}

type Insert = (rows: readonly Row[]) => Promise<void>

/** The columns are those of the first row. */
function insertInto(database: Database, { name, counted }: CopiedTable, [first = {}]: readonly Row[]): Insert {
  const columns = columnsIn(first)
  const values = columns.map(() => '?').join(', ')
  const given = database.dialect === 'postgres' && counted !== undefined ? 'OVERRIDING SYSTEM VALUE' : ''
  const statement: PreparedStatement = database.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) ${given} VALUES (${values}) ON CONFLICT DO NOTHING`,
  )
  return (rows) =>
    database.durable(async () => {
      for (const row of rows) await statement.run(...columns.map((column) => row[column] as string | number | null))
    })
}

async function countOn(database: Database, table: string, column: string): Promise<void> {
  const next = `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table} HAVING max(${column}) > 0`
  await database.prepare(next).all()
}
