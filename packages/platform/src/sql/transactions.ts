import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { StorageWatch } from '../storage.ts'
import { within } from './time-limit.ts'
import { createTurns } from './turns.ts'

/**
 * How writes are grouped into units of work. Every statement that is run while the work goes on belongs to its unit; a unit
 * that is begun inside another one is part of it, and is undone alone where it fails. A unit that takes more than
 * `unitLimitMs` is undone.
 */
export interface Transactions {
  /** All or nothing; survives a killed process. For flows and other short-lived rows. */
  write<T>(work: () => T | Promise<T>): Promise<T>
  /**
   * As `write`, and flushed to disk before it resolves: for everything that was acknowledged to a person. Inside a `write`
   * it needs the table `flush_marks`.
   */
  durable<T>(work: () => T | Promise<T>): Promise<T>
  /** As `durable`, for changes to rows that were there before: what is remembered of them is forgotten. */
  amend<T>(work: () => T | Promise<T>): Promise<T>
  /**
   * A number that is another one once rows that were there before have changed; `undefined` inside a unit, whose rows may
   * never come to be. What another process changed is noticed at once where the file is shared, else within
   * `foreignChangesMs`.
   */
  generation(): number | undefined
}

/** How long the work of a unit may take, in milliseconds. */
export const unitLimitMs = 10_000

/**
 * How often to look whether another process wrote to a file that is not shared, in milliseconds: only commands do, and
 * asking the file each time would cost more than most reads.
 */
const foreignChangesMs = 100

/** What transactions take. `explain` turns what SQLite throws into what callers see. */
export interface TransactionOptions {
  readonly connection: DatabaseSync
  readonly storage: StorageWatch
  readonly explain: (error: unknown) => unknown
  /**
   * Begins transactions of a file to which other processes write as well; it is looked at with every `generation`, so that
   * nothing old is handed out. Absent: none write while this one runs.
   */
  readonly sharedLock: ((begin: StatementSync) => void) | undefined
}

/** The units of work of one connection, and the statements inside and outside of them. */
export interface UnitsOfWork extends Transactions {
  /** Runs a statement: as part of the unit that is under way, else as soon as none is. */
  run<T>(statement: () => T): Promise<T>
  /** As `run`, for a statement that writes: outside a unit it is refused. */
  change<T>(statement: () => T): Promise<T>
}

interface Bracket {
  readonly begin: StatementSync
  readonly commit: StatementSync
  readonly rollback: readonly StatementSync[]
}

/** What the units of one transaction have in common. */
interface Whole {
  flushOwed: boolean
  amended: boolean
}

/** One unit, for as long as its work goes on. */
interface Unit {
  readonly whole: Whole
  readonly depth: number
  isOpen: boolean
  /** The unit inside this one that is under way: savepoints cannot lie beside each other. */
  inner: Promise<unknown> | undefined
}

/** The units of work of one connection. */
export function createTransactions({ connection, storage, explain, sharedLock }: TransactionOptions): UnitsOfWork {
  const enclosing = new AsyncLocalStorage<Unit>()
  const turns = createTurns()
  const prepare = (sql: string) => connection.prepare(sql)
  const outermost = { begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT'), rollback: [prepare('ROLLBACK')] }
  const nested: Bracket[] = []
  function nestedBracket(depth: number): Bracket {
    const name = `nested_${depth}`
    const release = prepare(`RELEASE ${name}`)
    return { begin: prepare(`SAVEPOINT ${name}`), commit: release, rollback: [prepare(`ROLLBACK TO ${name}`), release] }
  }
  const generations = createGenerations(connection, sharedLock !== undefined)
  const syncAt = createSyncLevel(connection)
  let flush: StatementSync | undefined

  /** The unit that the caller is part of. What outlives its unit is outside of it. */
  function current(): Unit | undefined {
    const unit = enclosing.getStore()
    return unit?.isOpen === true ? unit : undefined
  }

  async function bracket<T>({ commit, rollback }: Bracket, unit: Unit, work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await enclosing.run(unit, work)
      await unit.inner
      unit.isOpen = false
      commit.run()
      return result
    } catch (error) {
      unit.isOpen = false
      if (connection.isTransaction) for (const step of rollback) step.run()
      throw error
    }
  }

  async function transaction<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
    await turns.begin()
    const whole: Whole = { flushOwed: false, amended: kind === 'amend' }
    try {
      syncAt(kind === 'write' ? 'NORMAL' : 'FULL')
      if (sharedLock) sharedLock(outermost.begin)
      else outermost.begin.run()
      const unit: Unit = { whole, depth: 0, isOpen: true, inner: undefined }
      const result = await bracket(outermost, unit, () => within(unitLimitMs, work))
      if (whole.flushOwed && kind === 'write') {
        // The level cannot be raised inside a transaction; a second, tiny one syncs the log behind the first.
        syncAt('FULL')
        flush ??= prepare('UPDATE flush_marks SET count = count + 1 WHERE id = 0')
        flush.run()
      }
      return result
    } catch (error) {
      storage.note(error)
      throw explain(error)
    } finally {
      if (whole.amended) generations.next()
      turns.end()
    }
  }

  async function part<T>({ whole, depth, inner }: Unit, kind: Kind, work: () => T | Promise<T>): Promise<T> {
    await inner?.catch(() => undefined)
    whole.flushOwed ||= kind !== 'write'
    whole.amended ||= kind === 'amend'
    const own = (nested[depth] ??= nestedBracket(depth))
    own.begin.run()
    return bracket(own, { whole, depth: depth + 1, isOpen: true, inner: undefined }, work)
  }

  function unitOf<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
    const unit = current()
    if (unit === undefined) return transaction(kind, work)
    const own = part(unit, kind, work)
    const ended = own.catch(() => undefined)
    unit.inner = ended
    return own
  }

  return {
    write: (work) => unitOf('write', work),
    durable: (work) => unitOf('durable', work),
    amend: (work) => unitOf('amend', work),
    generation: () => (current() ? undefined : generations.current()),
    run: async (statement) => (current() ? statement() : turns.between(statement)),
    change: async (statement) => {
      if (current()) return statement()
      throw new Error('A statement that writes was run outside a unit of work')
    },
  }
}

type Kind = 'write' | 'durable' | 'amend'

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
