import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** SQLite's result code for a lock that another connection holds. */
const busy = 5
/**
 * How long to wait before asking for the lock again, in milliseconds. A transaction takes some 0.1 ms; SQLite's own
 * handler would sleep for 1 ms, then 2, 5 and 10, with the lock free for most of it.
 */
const pauseMs = 0.05

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Begins transactions that write to a file to which other processes write as well. The event loop waits meanwhile, as it
 * does for the transaction itself; after `timeoutMs` the error of SQLite is thrown.
 */
export function createWriteLock(connection: DatabaseSync, timeoutMs: number): (begin: StatementSync) => void {
  return (begin) => {
    connection.exec('PRAGMA busy_timeout = 0')
    const deadline = performance.now() + timeoutMs
    try {
      while (!isBegun(begin, deadline)) Atomics.wait(pause, 0, 0, pauseMs)
    } finally {
      connection.exec(`PRAGMA busy_timeout = ${timeoutMs}`)
    }
  }
}

function isBegun(begin: StatementSync, deadline: number): boolean {
  try {
    begin.run()
    return true
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === busy
    if (isBusy && performance.now() < deadline) return false
    throw error
  }
}
