/** Runs work on the same subject one after the other; work on other subjects runs concurrently. */
export type TakeTurn = <T>(subject: string, work: () => Promise<T>) => Promise<T>

/**
 * Creates the mutexes. A change waits for the project's host: without mutexes, two concurrent changes would lose one.
 */
export function createMutexes(): TakeTurn {
  const last = new Map<string, Promise<unknown>>()
  return async (subject, work) => {
    const before = last.get(subject)
    const mine = (before ?? Promise.resolve()).then(work, work)
    last.set(subject, mine)
    try {
      return await mine
    } finally {
      if (last.get(subject) === mine) last.delete(subject)
    }
  }
}
