import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPostgres } from '@gatehouse/testing/processes'
import { Client } from 'pg'

/** The databases that both services can have. */
export const databaseKinds = ['sqlite', 'postgres'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** An empty database of one service. */
export interface BenchDatabase {
  readonly kind: DatabaseKind
  /** As Kratos' configuration wants it, without options. */
  readonly address: string
  /** Runs a statement beside the service, past row-level security; returns its rows. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Makes databases, and removes them all. */
export interface DatabaseMaker {
  create(): Promise<BenchDatabase>
  remove(): Promise<void>
}

/** TABLE: the makers of databases, by kind. */
const makers: Readonly<Record<DatabaseKind, () => Promise<DatabaseMaker>>> = {
  sqlite: makeFiles,
  postgres: makeOnServer,
}

/** Starts the storage for databases of a kind: a folder, or a separate PostgreSQL that flushes. */
export function openDatabaseMaker(kind: DatabaseKind): Promise<DatabaseMaker> {
  return makers[kind]()
}

async function makeFiles(): Promise<DatabaseMaker> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-databases-'))
  let made = 0
  return {
    create: () => {
      made += 1
      const file = join(folder, `identity-${made}.sqlite`)
      return Promise.resolve({
        kind: 'sqlite',
        address: `sqlite://${file}`,
        query: (sql) => {
          const database = new DatabaseSync(file, { timeout: 60_000 })
          try {
            return Promise.resolve(database.prepare(sql).all())
          } finally {
            database.close()
          }
        },
      })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function makeOnServer(): Promise<DatabaseMaker> {
  const server = await startPostgres({ max_connections: '200', shared_buffers: '512MB' })
  return {
    create: () => {
      const address = server.createDatabase()
      const own = new URL(address)
      own.username = 'postgres'
      return Promise.resolve({
        kind: 'postgres',
        address,
        query: async (sql) => {
          const client = new Client({ connectionString: own.href })
          await client.connect()
          try {
            return (await client.query<Record<string, unknown>>(sql)).rows
          } finally {
            await client.end()
          }
        },
      })
    },
    remove: () => server.stop(),
  }
}
