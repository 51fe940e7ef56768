import type { Database } from '@gatehouse/platform/database'

/** The interval of checks, in milliseconds. */
const everyMs = 100
/** The interval of calls if a database does not report its changes, in milliseconds. */
const unaskedMs = 1_000

/** Notices writes of other processes to the database, which may have left events, or work for the background. */
export interface ForeignWrites {
  /** Calls back soon after each write; the returned function ends that. */
  watch(told: () => void): () => void
  /** Ends all calls, before the database is closed. */
  stop(): void
}

/** Asks a database for changes while someone watches. `isShared`: false if no other process writes to it. */
export function watchForeignWrites(database: Pick<Database, 'generation'>, isShared: boolean): ForeignWrites {
  const watchers = new Set<() => void>()
  let [seen, isOver] = [database.generation(), !isShared]
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = database.generation()
    if (now === seen && now !== undefined) return
    seen = now
    for (const told of watchers) told()
  }
  return {
    watch: (told) => {
      if (isOver) return () => undefined
      // One object for each call, as the same function may watch twice.
      const watcher = () => told()
      if (watchers.size === 0) {
        seen = database.generation()
        timer = setInterval(look, seen === undefined ? unaskedMs : everyMs).unref()
      }
      watchers.add(watcher)
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) clearInterval(timer)
      }
    },
    stop: () => {
      isOver = true
      watchers.clear()
      clearInterval(timer)
    },
  }
}
