/** Runs work on the same subject one after the other; work on other subjects runs concurrently. */
export type TakeTurn = <T>(subject: string, work: () => Promise<T>) => Promise<T>

/**
 * The subject of a turn in which a project is read and run as it is stored: two such turns at once could leave the older
 * state running. It is taken inside of a turn for the project itself.
 */
export function runTurn(projectId: string): string {
  return `run ${projectId}`
}

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
