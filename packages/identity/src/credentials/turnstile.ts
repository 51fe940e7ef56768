/** Lets a fixed number of tasks through at a time; the others wait in line. */
export function createTurnstile(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = places

  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // A freed place goes straight to the next in line, so nobody can overtake.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
