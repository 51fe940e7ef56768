import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '@gatehouse/testing/processes'
import { Client } from 'pg'
import type { DatabaseKind } from '../engines/bench-database.ts'

/** A row as the database has it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The service's data, read beside it. Tables have their schema in front: `gatehouse_identity.`, `gatehouse_control.`.
 */
export interface Books {
  readonly kind: DatabaseKind
  rows(sql: string): Promise<readonly Row[]>
  /** Returns the size of the database and of its write-ahead log. */
  bytes(): Promise<{ readonly database: number; readonly log: number }>
  close(): Promise<void>
}

/** The storage of a service, and how to read it. */
export interface Shelf {
  /** The variables with which the gateway starts. */
  readonly environment: Readonly<Record<string, string>>
  /** As a kratos.yml names it. */
  readonly dsn: string
  /** Opens it, once the service has made it. */
  open(): Promise<Books>
  remove(): Promise<void>
}

const files = { gatehouse_identity: 'identity.sqlite', gatehouse_control: 'control-plane.sqlite' } as const

/** TABLE: the storage of each kind of database. */
const shelves: Readonly<Record<DatabaseKind, (folder: string) => Promise<Shelf>>> = {
  sqlite: async (folder) => ({
    environment: {},
    dsn: `sqlite://${join(folder, files.gatehouse_identity)}?_fk=true&mode=rwc`,
    open: async () => openFiles(folder),
    remove: async () => undefined,
  }),
  postgres: shelfOnServer,
}

/** Makes the database of a service. */
export function openShelf(kind: DatabaseKind, folder: string): Promise<Shelf> {
  return shelves[kind](folder)
}

function openFiles(folder: string): Books {
  const database = new DatabaseSync(':memory:', { timeout: 60_000 })
  for (const [schema, file] of Object.entries(files)) database.exec(`ATTACH '${join(folder, file)}' AS ${schema}`)
  const size = (suffix: string) =>
    Object.values(files).reduce((sum, file) => {
      const found = statSync(join(folder, file + suffix), { throwIfNoEntry: false })
      return sum + (found?.size ?? 0)
    }, 0)
  return {
    kind: 'sqlite',
    rows: async (sql) => database.prepare(sql).all(),
    bytes: async () => ({ database: size(''), log: size('-wal') }),
    close: async () => database.close(),
  }
}

async function shelfOnServer(): Promise<Shelf> {
  const server = await startPostgres({ max_connections: '200', shared_buffers: '512MB' })
  const address = server.createDatabase()
  return {
    environment: { GATEHOUSE_DATABASE: address, GATEHOUSE_SECRETS: 'a-secret-that-this-soak-has-for-itself' },
    dsn: address,
    open: async () => {
      // Past row-level security, which shows one project at a time.
      const own = new URL(address)
      own.username = 'postgres'
      const client = new Client({ connectionString: own.href })
      await client.connect()
      const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
      return {
        kind: 'postgres',
        rows,
        bytes: async () => {
          const [row] = await rows(
            `SELECT pg_database_size(current_database()) AS database,
               (SELECT sum(size) FROM pg_ls_waldir()) AS log`,
          )
          return { database: Number(row?.['database']), log: Number(row?.['log']) }
        },
        close: () => client.end(),
      }
    },
    remove: () => server.stop(),
  }
}
