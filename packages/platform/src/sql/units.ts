import { AsyncLocalStorage } from 'node:async_hooks'
import { ConcurrentChangeError } from './errors.ts'
import { within, UnitOfWorkTimeoutError } from './time-limit.ts'
import { currentTrace, inSpan, keepsSpans } from '../traces/spans.ts'

/**
 * How writes are grouped into units of work. Every statement that is run while the work goes on belongs to its unit; a unit
 * that is begun inside another one is part of it, and is undone alone where it fails. A unit that takes more than
 * `unitLimitMs` is undone. Work that ends with a `ConcurrentChangeError` is undone and run once more, so it has no effect
 * beside the database.
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

/** Why a statement is refused that nothing would take back. */
export const outsideUnit = 'A statement that writes was run outside a unit of work'

/** What another unit came in between of is done once more: it reads again. */
export async function againAfterChange<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof ConcurrentChangeError) return attempt()
    throw error
  }
}

/** What a unit is for: a `durable` one is flushed, an `amend` one changes rows that were there before. */
export type UnitKind = 'write' | 'durable' | 'amend'

/** What came together in one transaction: its own kind, and those of the units inside it. */
export interface UnitFacts {
  readonly kind: UnitKind
  isDurable: boolean
  amends: boolean
}

/** The transactions of a database, one for each connection at a time. All of it may throw what the database throws. */
export interface UnitDriver<Connection> {
  /** As spans name it. */
  readonly system: 'sqlite' | 'postgresql'
  /** Waits for a connection and begins a transaction on it. */
  begin(kind: UnitKind): Promise<Connection>
  commit(connection: Connection, facts: UnitFacts): Promise<void>
  /** `isStuck`: a statement may be running still. */
  rollback(connection: Connection, isStuck: boolean): Promise<void>
  /** After commit or rollback. */
  ended(connection: Connection, facts: UnitFacts): void
  /** Begins a part of the transaction, the depth of which is its name; `isDurable`: it is the first that has to be flushed. */
  beginPart(connection: Connection, depth: number, isDurable: boolean): Promise<void>
  endPart(connection: Connection, depth: number): Promise<void>
  undoPart(connection: Connection, depth: number): Promise<void>
  /** What callers see of an error. */
  explain(error: unknown): unknown
}

/** Units of work, and the connection that a statement belongs to. */
export interface Units<Connection> extends Omit<Transactions, 'generation'> {
  /** That of the unit the caller is part of; absent: of none. What outlives its unit is outside of it. */
  connection(): Connection | undefined
}

/** One unit, for as long as its work goes on. */
interface Unit<Connection> {
  readonly connection: Connection
  readonly facts: UnitFacts
  readonly depth: number
  isOpen: boolean
  /** The part of this unit that is under way: savepoints cannot lie beside each other. */
  part: Promise<unknown> | undefined
}

/** What waits for the end of the unit that is under way, of whichever database. */
const waiting = new AsyncLocalStorage<{ isOpen: boolean; readonly tasks: (() => void)[] }>()

/** Runs a task once the unit of work that is under way has been committed, or undone; at once where none is. */
export function afterUnit(task: () => void): void {
  const unit = waiting.getStore()
  if (unit?.isOpen === true) unit.tasks.push(task)
  else task()
}

async function tellingAfterwards<T>(work: () => Promise<T>): Promise<T> {
  const unit = { isOpen: true, tasks: [] as (() => void)[] }
  try {
    return await waiting.run(unit, work)
  } finally {
    unit.isOpen = false
    for (const task of unit.tasks) task()
  }
}

/** Makes the units of work of a database. */
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

  /** What is done in the background for no request would be a trace of its own each time. */
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
    if (outer === undefined) return tellingAfterwards(() => againAfterChange(() => whole(kind, work)))
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
