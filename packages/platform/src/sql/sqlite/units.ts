import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { StorageWatch } from '../../storage.ts'
import { createUnits, outsideUnit, type Transactions } from '../units.ts'
import { createGroupedWrites } from './grouped-writes.ts'

/**
 * The interval of checks for writes of another process to a file that is not shared, in milliseconds: only commands
 * write to it, and a check for each read would cost more than most reads.
 */
const foreignChangesMs = 100

/** The options of transactions. `explain` converts SQLite's errors for callers. */
export interface SqliteUnitsOptions {
  readonly connection: DatabaseSync
  readonly storage: StorageWatch
  readonly explain: (error: unknown) => unknown
  /** Begins a transaction that writes, as soon as no other connection has one. */
  readonly lock: (begin: StatementSync) => Promise<void>
  /**
   * Whether other processes write to the file concurrently: every `generation` then checks the file, so that no stale
   * value is returned.
   */
  readonly isShared: boolean
}

/** The units of work of one connection, and the statements inside and outside of them. */
export interface SqliteUnits extends Transactions {
  /** Runs a statement: as part of the current unit, otherwise as soon as no unit is open. */
  run<T>(statement: () => T): Promise<T>
  /** As `run`, for a statement that writes: outside a unit it is refused. */
  change<T>(statement: () => T): Promise<T>
  /** As `change`, for a statement that is a whole unit if it is run outside of one. */
  changeAlone(statement: () => number): Promise<number>
}

interface Part {
  readonly begin: StatementSync
  readonly end: StatementSync
  readonly undo: StatementSync
}

/** The units of work of one connection. */
export function createSqliteUnits({ connection, storage, explain, lock, isShared }: SqliteUnitsOptions): SqliteUnits {
  const mutex = createConnectionMutex()
  const prepare = (sql: string) => connection.prepare(sql)
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map(prepare) as [
    StatementSync,
    StatementSync,
    StatementSync,
  ]
  const partAt = createParts(connection)
  const generations = createGenerations(connection, isShared)
  const syncAt = createSyncLevel(connection)
  let flush: StatementSync | undefined

  function explained(error: unknown): unknown {
    storage.note(error)
    return explain(error)
  }

  const units = createUnits<true>({
    system: 'sqlite',
    async begin(kind) {
      await mutex.begin()
      try {
        syncAt(kind === 'write' ? 'NORMAL' : 'FULL')
        await lock(begin)
        return true
      } catch (error) {
        mutex.end()
        throw error
      }
    },
    async commit(_, { kind, isDurable }) {
      commit.run()
      if (kind !== 'write' || !isDurable) return
      // The level cannot be raised inside a transaction; a second, tiny one syncs the log behind the first.
      syncAt('FULL')
      flush ??= prepare('UPDATE flush_marks SET count = count + 1 WHERE id = 0')
      flush.run()
    },
    async rollback() {
      if (connection.isTransaction) rollback.run()
    },
    ended: (_, { amends }) => {
      if (amends) generations.next()
      mutex.end()
    },
    async beginPart(_, depth) {
      partAt(depth).begin.run()
    },
    async endPart(_, depth) {
      partAt(depth).end.run()
    },
    async undoPart(_, depth) {
      // A statement that fails badly enough ends the whole transaction.
      if (!connection.isTransaction) return
      partAt(depth).undo.run()
      partAt(depth).end.run()
    },
    explain: explained,
  })
  const grouped = createGroupedWrites({
    write: units.write,
    isOpen: () => connection.isTransaction,
    explain: explained,
  })

  return {
    write: units.write,
    durable: units.durable,
    amend: units.amend,
    generation: () => (units.connection() ? undefined : generations.current()),
    run: async (statement) => (units.connection() ? statement() : mutex.between(statement)),
    change: async (statement) => {
      if (units.connection()) return statement()
      throw new Error(outsideUnit)
    },
    changeAlone: async (statement) => (units.connection() ? statement() : grouped(statement)),
  }
}

/** The statements of the nested parts of a transaction, by their depth. */
function createParts(connection: DatabaseSync): (depth: number) => Part {
  const parts: Part[] = []
  return (depth) => {
    const name = `part_${depth}`
    return (parts[depth] ??= {
      begin: connection.prepare(`SAVEPOINT ${name}`),
      end: connection.prepare(`RELEASE ${name}`),
      undo: connection.prepare(`ROLLBACK TO ${name}`),
    })
  }
}

function createSyncLevel(connection: DatabaseSync): (wanted: 'FULL' | 'NORMAL') => void {
  let level: 'FULL' | 'NORMAL' | undefined
  return (wanted) => {
    if (level !== wanted) connection.exec(`PRAGMA synchronous = ${wanted}`)
    level = wanted
  }
}

function createGenerations(connection: DatabaseSync, isShared: boolean) {
  // Changes when another connection commits, and only then.
  const dataVersion = connection.prepare('PRAGMA data_version')
  let generation = 0
  let foreignVersion: unknown
  let nextLook = 0
  return {
    next: () => {
      generation += 1
    },
    current: () => {
      if (!isShared) {
        const now = performance.now()
        if (now < nextLook) return generation
        nextLook = now + foreignChangesMs
      }
      const version = dataVersion.get()?.data_version
      if (version !== foreignVersion) generation += 1
      foreignVersion = version
      return generation
    },
  }
}

/** A mutex for a connection with one transaction at a time. */
interface ConnectionMutex {
  /** Resolves once no transaction is open; the connection is then reserved for one, until `end`. */
  begin(): Promise<void> | undefined
  end(): void
  /** Runs a task while no transaction is open: at once, or when the open one has ended. */
  between<T>(task: () => T): Promise<T>
}

/** Runs transactions one after another, in the order of the requests; waiting reads come first. */
function createConnectionMutex(): ConnectionMutex {
  let isTaken = false
  const transactions: (() => void)[] = []
  let readers: (() => void)[] = []
  return {
    begin: () => {
      if (isTaken) return new Promise((resolve) => transactions.push(resolve))
      isTaken = true
      return undefined
    },
    end: () => {
      const waiting = readers
      readers = []
      for (const read of waiting) read()
      const next = transactions.shift()
      if (next === undefined) isTaken = false
      else next()
    },
    between: async (task) => {
      if (!isTaken) return task()
      return new Promise((resolve, reject) => {
        readers.push(() => {
          try {
            resolve(task())
          } catch (error) {
            reject(error)
          }
        })
      })
    },
  }
}
