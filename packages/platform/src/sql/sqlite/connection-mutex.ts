/** A mutex for a connection with one transaction at a time. */
export interface ConnectionMutex {
  /** Resolves once no transaction is open; the connection is then reserved for one, until `end`. */
  begin(): Promise<void> | undefined
  end(): void
  /** Runs a task while no transaction is open: at once, or when the open one has ended. */
  between<T>(task: () => T): Promise<T>
}

/** Runs transactions one after another, in the order of the requests; waiting reads come first. */
export function createConnectionMutex(): ConnectionMutex {
  let isTaken = false
  const transactions: (() => void)[] = []
  let readers: (() => void)[] = []
  return {
    begin: () => {
      if (isTaken) return new Promise((resolve) => transactions.push(resolve))
      isTaken = true
      return undefined
    },
    end: () => {
      const waiting = readers
      readers = []
      for (const read of waiting) read()
      const next = transactions.shift()
      if (next === undefined) isTaken = false
      else next()
    },
    between: async (task) => {
      if (!isTaken) return task()
      return new Promise((resolve, reject) => {
        readers.push(() => {
          try {
            resolve(task())
          } catch (error) {
            reject(error)
          }
        })
      })
    },
  }
}
