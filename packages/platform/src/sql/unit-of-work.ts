import { AsyncLocalStorage } from 'node:async_hooks'
import { ConcurrentChangeError } from './conflicts.ts'
import type { ReadHandle, WriteHandle } from './statement.ts'
import { UnitOfWorkTimeoutError, within } from './time-limit.ts'

/** `acknowledged` is on the disk before the promise is kept; `background` survives a killed process, not a power cut. */
export type CommitKind = 'acknowledged' | 'background'

/** The only way to write. */
export interface UnitOfWork {
  /**
   * Runs the work and commits what it wrote; all of it is undone where the work throws. Work that throws a
   * `ConcurrentChangeError` is run once more, so it must have no effect beside its handle. Rejects with a
   * `UnitOfWorkTimeoutError` where the work takes too long.
   */
  run<T>(kind: CommitKind, work: (handle: WriteHandle) => Promise<T>): Promise<T>
}

/** A database behind its asynchronous port. */
export interface StoreDatabase {
  readonly dialect: 'sqlite' | 'postgres'
  readonly read: ReadHandle
  readonly units: UnitOfWork
  close(): Promise<void>
}

/** One transaction that has begun. Exactly one of `commit` and `rollback` is called. */
export interface Transaction extends WriteHandle {
  commit(): Promise<void>
  /** `isStuck`: a statement may be running still. */
  rollback(isStuck: boolean): Promise<void>
}

/** What a database brings. */
export interface UnitOfWorkOptions {
  /** Waits until it may begin, where one writes at a time. */
  readonly admit: <T>(kind: CommitKind, task: () => Promise<T>) => Promise<T>
  readonly begin: (kind: CommitKind) => Promise<Transaction>
  readonly limitMs: number
}

interface Scope {
  isOpen: boolean
}

/** Units of work on a database's transactions. */
export function createUnitOfWork({ admit, begin, limitMs }: UnitOfWorkOptions): UnitOfWork {
  const enclosing = new AsyncLocalStorage<Scope>()

  async function attempt<T>(kind: CommitKind, work: (handle: WriteHandle) => Promise<T>): Promise<T> {
    const transaction = await begin(kind)
    const scope: Scope = { isOpen: true }
    let result: T
    try {
      result = await within(limitMs, () => enclosing.run(scope, () => work(handleOf(transaction, scope))))
    } catch (error) {
      scope.isOpen = false
      await transaction.rollback(error instanceof UnitOfWorkTimeoutError)
      throw error
    }
    scope.isOpen = false
    await transaction.commit()
    return result
  }

  return {
    async run(kind, work) {
      // It would wait for its own end.
      if (enclosing.getStore()?.isOpen === true) {
        throw new Error('A unit of work was begun inside another one: hand on the handle of the outer one instead')
      }
      const once = () => admit(kind, () => attempt(kind, work))
      try {
        return await once()
      } catch (error) {
        if (error instanceof ConcurrentChangeError) return once()
        throw error
      }
    },
  }
}

function handleOf(transaction: Transaction, scope: Scope): WriteHandle {
  async function whileOpen<T>(task: () => Promise<T>): Promise<T> {
    if (!scope.isOpen) throw new Error('The unit of work has ended: its handle cannot be used any more')
    return task()
  }
  return {
    all: (statement, ...values) => whileOpen(() => transaction.all(statement, ...values)),
    first: (statement, ...values) => whileOpen(() => transaction.first(statement, ...values)),
    run: (statement, ...values) => whileOpen(() => transaction.run(statement, ...values)),
  }
}
