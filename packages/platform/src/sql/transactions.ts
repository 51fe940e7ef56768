import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { StorageWatch } from '../storage.ts'

/** How writes are grouped. What is called inside a transaction is part of it, and is undone alone where it fails. */
export interface Transactions {
  /** All or nothing; survives a killed process. For flows and other short-lived rows. */
  write<T>(work: () => T): T
  /**
   * As `write`, and flushed to disk before it returns: for everything that was acknowledged to a person. Inside a `write`
   * it needs the table `flush_marks`.
   */
  durable<T>(work: () => T): T
  /** As `durable`, for changes to rows that were there before: what is remembered of them is forgotten. */
  amend<T>(work: () => T): T
  /**
   * A number that is another one once rows that were there before have changed; `undefined` inside a transaction, whose
   * rows may never come to be. What another process changed is noticed at once where the file is shared, else within
   * `foreignChangesMs`.
   */
  generation(): number | undefined
}

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

interface Bracket {
  readonly begin: StatementSync
  readonly commit: StatementSync
  readonly rollback: readonly StatementSync[]
}

/** The transactions of one connection. */
export function createTransactions({ connection, storage, explain, sharedLock }: TransactionOptions): Transactions {
  let depth = 0
  let flushOwed = false
  let amended = false
  let generation = 0
  let foreignVersion: unknown
  let nextLook = 0
  // Changes when another connection commits, and only then.
  const dataVersion = connection.prepare('PRAGMA data_version')
  const prepare = (sql: string) => connection.prepare(sql)
  const whole = { begin: prepare('BEGIN IMMEDIATE'), commit: prepare('COMMIT'), rollback: [prepare('ROLLBACK')] }
  const nested: Bracket[] = []
  function nestedBracket(level: number): Bracket {
    const name = `nested_${level}`
    const release = prepare(`RELEASE ${name}`)
    return { begin: prepare(`SAVEPOINT ${name}`), commit: release, rollback: [prepare(`ROLLBACK TO ${name}`), release] }
  }
  let flush: StatementSync | undefined

  let level: 'FULL' | 'NORMAL' | undefined
  function syncAt(wanted: 'FULL' | 'NORMAL'): void {
    if (level !== wanted) connection.exec(`PRAGMA synchronous = ${wanted}`)
    level = wanted
  }

  function outermost<T>(durable: boolean, work: () => T): T {
    syncAt(durable ? 'FULL' : 'NORMAL')
    flushOwed = false
    try {
      const result = bracket(whole, work)
      if (flushOwed && !durable) {
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
      if (amended) generation += 1
      amended = false
    }
  }

  function bracket<T>({ begin, commit, rollback }: Bracket, work: () => T): T {
    if (depth === 0 && sharedLock) sharedLock(begin)
    else begin.run()
    depth += 1
    try {
      const result = work()
      if (result instanceof Promise) throw new TypeError('A transaction cannot wait: its work has to be synchronous')
      commit.run()
      return result
    } catch (error) {
      if (connection.isTransaction) for (const step of rollback) step.run()
      throw error
    } finally {
      depth -= 1
    }
  }

  function run<T>(durable: boolean, work: () => T): T {
    if (depth === 0) return outermost(durable, work)
    flushOwed ||= durable
    return bracket((nested[depth] ??= nestedBracket(depth)), work)
  }

  return {
    write: (work) => run(false, work),
    durable: (work) => run(true, work),
    amend: (work) =>
      run(true, () => {
        amended = true
        return work()
      }),
    generation: () => {
      if (depth > 0) return undefined
      if (sharedLock === undefined) {
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
