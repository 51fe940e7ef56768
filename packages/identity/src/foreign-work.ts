import type { Database } from '@gatehouse/platform/database'

/** How often to look, in milliseconds. */
const everyMs = 100
/** How often to wake them where a database does not say whether it has changed, in milliseconds. */
const unaskedMs = 1_000

/** Notices that another process wrote to the database, and may have left work to the background of this one. */
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
      timer = setInterval(look, seen === undefined ? unaskedMs : everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
