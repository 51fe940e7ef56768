import type { Database } from '@gatehouse/platform/database'

/** The interval of checks, in milliseconds. */
const everyMs = 100
/** The interval of wake-ups if a database does not report its changes, in milliseconds. */
const unaskedMs = 1_000

/** Notices writes of other processes to the database, which may have left work to the background of this one. */
export interface ForeignWork {
  start(): void
  stop(): void
}

/** Wakes all of `background` at each change. */
export function createForeignWork(
  database: Pick<Database, 'generation'>,
  background: readonly { readonly wake: () => void }[],
): ForeignWork {
  let seen = database.generation()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = database.generation()
    if (now === seen && now !== undefined) return
    seen = now
    for (const { wake } of background) wake()
  }
  return {
    start: () => {
      clearInterval(timer)
      timer = setInterval(look, seen === undefined ? unaskedMs : everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
