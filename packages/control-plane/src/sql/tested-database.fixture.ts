import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { integer, text, type Database } from '@gatehouse/platform/database'
import { openControlDatabase } from './open.ts'

/** The address of a PostgreSQL database on which the tests of this package run; without it they run on SQLite. */
const server = process.env['GATEHOUSE_TESTED_DATABASE']

/** Whether tests run on PostgreSQL. */
const isOnPostgres = server !== undefined

/**
 * Opens a file's database, or one in memory (`:memory:`): on a server a separate schema, the same for the same file.
 */
export function openTested(file: string): Database {
  if (server === undefined) return openControlDatabase(file)
  const name = file === ':memory:' ? randomUUID() : createHash('sha256').update(file).digest('hex').slice(0, 32)
  return openControlDatabase(`${server}?max_conns=3`, { schema: `tested_${name}` })
}

/**
 * Returns the contents of a file's database as text: on a server every row of every table, with every column; of a file
 * its bytes and those of its log.
 */
export async function storedText(file: string): Promise<string> {
  if (!isOnPostgres) {
    const files = [file, `${file}-wal`].filter((path) => existsSync(path))
    return files.map((path) => readFileSync(path, 'latin1')).join('')
  }
  const database = openTested(file)
  try {
    const tables = await database
      .prepare('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()')
      .all()
    const rows = tables.map((table) => database.prepare(`SELECT t::text AS row FROM ${text(table, 'name')} t`).all())
    return JSON.stringify(await Promise.all(rows))
  } finally {
    database.close()
  }
}

/** Returns the number of a table's rows in the control plane of a folder. */
export async function countOf(folder: string, table: string): Promise<number> {
  const database = openTested(join(folder, 'control-plane.sqlite'))
  try {
    return integer((await database.prepare(`SELECT count(*) AS rows_of_it FROM ${table}`).get()) ?? {}, 'rows_of_it')
  } finally {
    database.close()
  }
}

/** Runs one statement outside the control plane, as a process with the file or the server's role could. */
export async function changeStored(file: string, statement: string): Promise<void> {
  const database = openTested(file)
  try {
    await database.write(() => database.prepare(statement).run())
  } finally {
    database.close()
  }
}
