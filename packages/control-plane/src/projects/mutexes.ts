/** Lets work on the same subject wait for its turn; work on others goes on. */
export type TakeTurn = <T>(subject: string, work: () => Promise<T>) => Promise<T>

/** Changing a project means waiting for its host: without turns, two changes at once would lose one. */
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
