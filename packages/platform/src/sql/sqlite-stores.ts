import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { createFairQueue } from '../fair-queue.ts'
import { UniqueConflictError } from './conflicts.ts'
import { explained } from './faults.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrate.ts'
import type { ReadHandle, Statement, WriteHandle } from './statement.ts'
import { createUnitOfWork } from './unit-of-work.ts'
import type { CommitKind, StoreDatabase, Transaction } from './unit-of-work.ts'

/** A SQLite file behind the asynchronous port. */
export interface SqliteStoresOptions {
  readonly path: string
  /** Oldest first. */
  readonly migrations: readonly Migration[]
  /** How long a unit of work may take, in milliseconds. */
  readonly limitMs?: number
  /** How long to wait for the write lock, whoever holds it, in milliseconds. */
  readonly patienceMs?: number
}

/** Opens (and creates) a file and migrates it: one connection writes, another one reads beside it. */
export function openSqliteStores(options: SqliteStoresOptions): StoreDatabase {
  const { path, migrations, limitMs = 10_000, patienceMs = 10_000 } = options
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const writer = new DatabaseSync(path)
  writer.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  writer.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')
  migrate(writer, migrations, Date.now())
  // From here on waiting for another process must not hold the event loop.
  writer.exec('PRAGMA busy_timeout = 0')
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')

  const handle = createHandle(writer, path)
  const queue = createFairQueue({ slots: 1, slotsOfLane: 1, waitingOfLane: 10_000, patienceMs })
  // Many units of one kind do not hold up the other one.
  const lanes = { acknowledged: queue.lane(), background: queue.lane() }
  return {
    dialect: 'sqlite',
    read: readingOnly(createHandle(reader, path)),
    units: createUnitOfWork({
      admit: (kind, task) => lanes[kind](task),
      begin: (kind) => begin({ writer, handle, kind, path, patienceMs }),
      limitMs,
    }),
    close: async () => {
      reader.close()
      writer.close()
    },
  }
}

interface Begin {
  readonly writer: DatabaseSync
  readonly handle: WriteHandle
  readonly kind: CommitKind
  readonly path: string
  readonly patienceMs: number
}

async function begin({ writer, handle, kind, path, patienceMs }: Begin): Promise<Transaction> {
  writer.exec(`PRAGMA synchronous = ${kind === 'acknowledged' ? 'FULL' : 'NORMAL'}`)
  await retryWhileBusy(() => writer.exec('BEGIN IMMEDIATE'), { path, patienceMs })
  const undo = () => {
    if (writer.isTransaction) writer.exec('ROLLBACK')
  }
  return {
    ...handle,
    commit: async () => {
      try {
        writer.exec('COMMIT')
      } catch (error) {
        undo()
        throw typed(error, path)
      }
    },
    rollback: async () => undo(),
  }
}

const busyCode = 5

async function retryWhileBusy(
  task: () => void,
  { path, patienceMs }: Pick<Begin, 'path' | 'patienceMs'>,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (true) {
    try {
      return task()
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && error.errcode === busyCode
      if (!isBusy || performance.now() > deadline) throw typed(error, path)
    }
    await delay(5)
  }
}

function createHandle(connection: DatabaseSync, path: string): WriteHandle {
  const prepared = new Map<Statement, StatementSync>()
  function prepareAnd<T>(statement: Statement, run: (compiled: StatementSync) => T): T {
    try {
      let compiled = prepared.get(statement)
      if (compiled === undefined) {
        compiled = connection.prepare(statement.sql)
        prepared.set(statement, compiled)
      }
      return run(compiled)
    } catch (error) {
      throw typed(error, path)
    }
  }
  return {
    all: async (statement, ...values) => prepareAnd(statement, (compiled) => compiled.all(...values)),
    first: async (statement, ...values) => prepareAnd(statement, (compiled) => compiled.get(...values)),
    run: async (statement, ...values) => prepareAnd(statement, (compiled) => Number(compiled.run(...values).changes)),
  }
}

/** Without `run`, which a connection for reading would refuse as well. */
function readingOnly(handle: WriteHandle): ReadHandle {
  return {
    all: (statement, ...values) => handle.all(statement, ...values),
    first: (statement, ...values) => handle.first(statement, ...values),
  }
}

/** Violations of UNIQUE and of a primary key, of one with a row id. */
const uniqueCodes: ReadonlySet<unknown> = new Set([2067, 1555, 2579])

function typed(error: unknown, path: string): unknown {
  if (error instanceof Error && 'errcode' in error && uniqueCodes.has(error.errcode)) {
    const [, table = ''] = /failed: (?:index ')?([^.']+)/.exec(error.message) ?? []
    return new UniqueConflictError(table, { cause: error })
  }
  return explained(error, `The database ${path}`)
}
