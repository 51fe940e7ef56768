import { detached } from '../../detached.ts'

/** What grouped writes take. */
export interface GroupedWritesOptions {
  /** Runs the statements of a group as one unit of work. */
  readonly write: (work: () => void) => Promise<void>
  /** Whether the unit is still open: a statement that fails badly enough ends it. */
  readonly isOpen: () => boolean
  /** What callers see of an error. */
  readonly explain: (error: unknown) => unknown
}

interface Waiting {
  readonly statement: () => number
  readonly resolve: (changes: number) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs statements each of which is all of a unit of work. Those that come in one turn of the event loop are committed
 * together, as a commit takes longer than what is in it; one that fails takes nothing from the others.
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
