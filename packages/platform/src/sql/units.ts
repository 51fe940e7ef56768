import { AsyncLocalStorage } from 'node:async_hooks'

import { currentTrace, inSpan, keepsSpans } from '../traces/spans.ts'
import { ConcurrentChangeError } from './errors.ts'

/**
 * Groups writes into units of work. Every statement that is run during the work belongs to its unit; a unit that begins
 * inside another one is part of it, and is undone alone if it fails. A unit that takes more than `unitLimitMs` is
 * undone. Work that ends with a `ConcurrentChangeError` is undone and run once more, so it must have no effect beside
 * the database.
 */
export interface Transactions {
  /** Atomic; survives a killed process. For flows and other short-lived rows. */
  readonly write: <T>(work: () => T | Promise<T>) => Promise<T>
  /**
   * As `write`, and flushed to disk before it resolves: for everything that was acknowledged to a person. Inside a `write`
   * it needs the table `flush_marks`.
   */
  readonly durable: <T>(work: () => T | Promise<T>) => Promise<T>
  /** As `durable`, for changes to existing rows: cached values of them are dropped. */
  readonly amend: <T>(work: () => T | Promise<T>) => Promise<T>
  /**
   * Returns a number that changes once existing rows have changed; `undefined` inside a unit, whose rows may never be
   * committed. Changes of another process are noticed at once if the file is shared, otherwise within
   * `foreignChangesMs`.
   */
  readonly generation: () => number | undefined
}

/** The maximum duration of a unit's work, in milliseconds. */
export const unitLimitMs = 10_000

/** The error of a write that could not be undone. */
export const outsideUnit = 'A statement that writes was run outside a unit of work'

/** Runs an attempt again if another unit changed rows that it had read. */
export async function againAfterChange<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof ConcurrentChangeError) return attempt()
    throw error
  }
}

/** The kind of a unit: a `durable` one is flushed, an `amend` one changes existing rows. */
export type UnitKind = 'write' | 'durable' | 'amend'

/** The contents of one transaction: its own kind, and those of the units inside it. */
export interface UnitFacts {
  readonly kind: UnitKind
  isDurable: boolean
  amends: boolean
}

/** The transactions of a database, one for each connection at a time. All functions may throw the database's errors. */
export interface UnitDriver<Connection> {
  /** The name of the system in spans. */
  readonly system: 'sqlite' | 'postgresql'
  /** Waits for a connection and begins a transaction on it. */
  begin(kind: UnitKind): Promise<Connection>
  commit(connection: Connection, facts: UnitFacts): Promise<void>
  /** `isStuck`: a statement may still be running. */
  rollback(connection: Connection, isStuck: boolean): Promise<void>
  /** After commit or rollback. */
  ended(connection: Connection, facts: UnitFacts): void
  /** Begins a nested part of the transaction, named after its depth; `isDurable`: it is the first one to be flushed. */
  beginPart(connection: Connection, depth: number, isDurable: boolean): Promise<void>
  endPart(connection: Connection, depth: number): Promise<void>
  undoPart(connection: Connection, depth: number): Promise<void>
  /** Converts an error for callers. */
  explain(error: unknown): unknown
}

/** Units of work, and the connection of a statement. */
export interface Units<Connection> extends Omit<Transactions, 'generation'> {
  /**
   * Returns the connection of the caller's unit; absent: there is none. Work that outlives its unit is outside of it.
   */
  connection(): Connection | undefined
}

/** One unit, until its work ends. */
interface Unit<Connection> {
  readonly connection: Connection
  readonly facts: UnitFacts
  readonly depth: number
  isOpen: boolean
  /** The current part of this unit: savepoints have to be nested. */
  part: Promise<unknown> | undefined
}

/** The tasks that wait for the end of the current unit, of any database. */
const waiting = new AsyncLocalStorage<{ isOpen: boolean; readonly tasks: (() => void)[] }>()

/** Runs a task once the current unit of work has been committed or undone; at once if there is none. */
export function afterUnit(task: () => void): void {
  const unit = waiting.getStore()
  if (unit?.isOpen === true) unit.tasks.push(task)
  else task()
}

async function outermost<T>(attempt: () => Promise<T>): Promise<T> {
  const unit = { isOpen: true, tasks: [] as (() => void)[] }
  try {
    return await waiting.run(unit, againAfterChange, attempt)
  } finally {
    unit.isOpen = false
    for (const task of unit.tasks) task()
  }
}

/** Creates the units of work of a database. */
export function createUnits<Connection>(driver: UnitDriver<Connection>): Units<Connection> {
  const enclosing = new AsyncLocalStorage<Unit<Connection>>()
  const ignore = () => undefined

  function current(): Unit<Connection> | undefined {
    const unit = enclosing.getStore()
    return unit?.isOpen === true ? unit : undefined
  }

  /** Runs the work of a unit, which is over when this resolves or rejects. */
  async function inside<T>(unit: Unit<Connection>, work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await enclosing.run(unit, work)
      await unit.part
      return result
    } finally {
      unit.isOpen = false
    }
  }

  /** Background work without a request gets no span: each unit would be a separate trace. */
  function whole<T>(kind: UnitKind, work: () => T | Promise<T>): Promise<T> {
    if (!keepsSpans() || currentTrace() === undefined) return transact(kind, work)
    const attributes = { 'db.system.name': driver.system, 'gatehouse.unit': kind }
    return inSpan({ name: `${kind} unit of work`, kind: 'client', attributes }, () => transact(kind, work))
  }

  async function transact<T>(kind: UnitKind, work: () => T | Promise<T>): Promise<T> {
    const facts: UnitFacts = { kind, isDurable: kind !== 'write', amends: kind === 'amend' }
    try {
      const connection = await driver.begin(kind)
      try {
        const unit = { connection, facts, depth: 0, isOpen: true, part: undefined }
        const result = await inside(unit, () => within(unitLimitMs, work))
        await driver.commit(connection, facts)
        return result
      } catch (error) {
        await driver.rollback(connection, error instanceof UnitOfWorkTimeoutError)
        throw error
      } finally {
        driver.ended(connection, facts)
      }
    } catch (error) {
      throw driver.explain(error)
    }
  }

  async function part<T>(outer: Unit<Connection>, kind: UnitKind, work: () => T | Promise<T>): Promise<T> {
    const { connection, facts, depth } = outer
    await outer.part
    const isFirstDurable = kind !== 'write' && !facts.isDurable
    facts.isDurable ||= kind !== 'write'
    facts.amends ||= kind === 'amend'
    await driver.beginPart(connection, depth, isFirstDurable)
    try {
      const result = await inside({ connection, facts, depth: depth + 1, isOpen: true, part: undefined }, work)
      await driver.endPart(connection, depth)
      return result
    } catch (error) {
      await driver.undoPart(connection, depth)
      throw error
    }
  }

  function run<T>(kind: UnitKind, work: () => T | Promise<T>): Promise<T> {
    const outer = current()
    if (outer === undefined) return outermost(() => whole(kind, work))
    const own = part(outer, kind, work)
    outer.part = own.then(ignore, ignore)
    return own
  }

  return {
    write: (work) => run('write', work),
    durable: (work) => run('durable', work),
    amend: (work) => run('amend', work),
    connection: () => current()?.connection,
  }
}

/** The work of a unit did not end in time: everything was undone. */
export class UnitOfWorkTimeoutError extends Error {
  constructor(limitMs: number) {
    super(`a unit of work did not end within ${limitMs} ms and was undone`)
  }
}

/**
 * Rejects with a `UnitOfWorkTimeoutError` if the work takes longer; the work continues, and must not write any more.
 */
async function within<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new UnitOfWorkTimeoutError(limitMs)), limitMs)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
