/** Who may use a connection that knows one transaction at a time. */
export interface ConnectionMutex {
  /** Resolves once no transaction is open; the connection is then kept for one, until `end`. */
  begin(): Promise<void> | undefined
  end(): void
  /** Runs a task while no transaction is open: at once, or when the one that is open has ended. */
  between<T>(task: () => T): Promise<T>
}

/** Transactions come one after another, in the order in which they were asked for; what waits to read comes first. */
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
