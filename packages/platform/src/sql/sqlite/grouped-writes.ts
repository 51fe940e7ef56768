import { detached } from '../../detached.ts'

/** The options of grouped writes. */
export interface GroupedWritesOptions {
  /** Runs the statements of a group as one unit of work. */
  readonly write: (work: () => void) => Promise<void>
  /** Returns whether the unit is still open: a severe failure of a statement ends it. */
  readonly isOpen: () => boolean
  /** Converts an error for callers. */
  readonly explain: (error: unknown) => unknown
}

interface Waiting {
  readonly statement: () => number
  readonly resolve: (changes: number) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs statements that are each a whole unit of work. Those of one turn of the event loop are committed together, as a
 * commit takes longer than its statements; one that fails does not affect the others.
 */
export function createGroupedWrites(options: GroupedWritesOptions): (statement: () => number) => Promise<number> {
  const { write, isOpen, explain } = options
  let group: Waiting[] | undefined

  function begin(): Waiting[] {
    const own: Waiting[] = []
    detached(() =>
      setImmediate(() => {
        group = undefined
        void commit(own)
      }),
    )
    return own
  }

  async function commit(own: readonly Waiting[]): Promise<void> {
    const settled: (() => void)[] = []
    try {
      await write(() => {
        for (const { statement, resolve, reject } of own) {
          try {
            const changes = statement()
            settled.push(() => resolve(changes))
          } catch (error) {
            if (!isOpen()) throw error
            settled.push(() => reject(explain(error)))
          }
        }
      })
      for (const settle of settled) settle()
    } catch (error) {
      for (const { reject } of own) reject(error)
    }
  }

  return (statement) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    group ??= begin()
    group.push({ statement, resolve, reject })
    return promise
  }
}
