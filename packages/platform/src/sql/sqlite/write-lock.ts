import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** SQLite's result code for a lock that another connection holds. */
const busy = 5
/**
 * The pause before asking for the lock again, in milliseconds. A transaction takes some 0.1 ms; SQLite's own handler
 * would sleep for 1 ms, then 2, 5 and 10, with the lock free for most of it.
 */
const pauseMs = 0.05
/** The maximum time that this process blocks while it waits for another one, in milliseconds. */
const heldMs = 2
/** The time that other work gets before the lock is asked for again, in milliseconds. */
const yieldMs = 1

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Begins transactions that write. Another connection may hold the lock: one of another process, which ends soon and is
 * waited for without releasing the event loop; or one of this process, whose transaction ends only once the event loop
 * is free. After `timeoutMs` the error of SQLite is thrown.
 */
export function createWriteLock(
  connection: DatabaseSync,
  { timeoutMs, isShared }: { readonly timeoutMs: number; readonly isShared: boolean },
): (begin: StatementSync) => Promise<void> {
  // SQLite would wait inside the statement, and block everything else.
  connection.exec('PRAGMA busy_timeout = 0')
  return async (begin) => {
    let fault = beginFault(begin)
    if (fault === undefined) return
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline) {
      const released = performance.now() + (isShared ? heldMs : 0)
      while (fault !== undefined && performance.now() < released) {
        Atomics.wait(pause, 0, 0, pauseMs)
        fault = beginFault(begin)
      }
      if (fault === undefined) return
      // oxlint-disable-next-line no-await-in-loop -- until the lock is free
      await delay(yieldMs)
      fault = beginFault(begin)
      if (fault === undefined) return
    }
    throw fault
  }
}

/** Returns the error if the lock is held; any other error is thrown. */
function beginFault(begin: StatementSync): Error | undefined {
  try {
    begin.run()
    return undefined
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return error
    throw error
  }
}
