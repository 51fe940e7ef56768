/** One piece of background work. It can be started again after it was stopped. */
export interface BackgroundPiece {
  readonly start: () => void
  /** Resolves after the current work. */
  readonly stop: () => Promise<void>
}

/** The background work of a process: it is switched on and off as a whole, as often as a lease comes and goes. */
export interface Background {
  /** Starts all pieces, after a stop that has not ended yet. Does nothing while they run. */
  start(): void
  /** Resolves once no piece works any more. Does nothing while none runs. */
  stop(): Promise<void>
}

/** Creates the background work from the table of its pieces, by name. */
export function createBackground(pieces: Readonly<Record<string, BackgroundPiece>>): Background {
  let isWanted = false
  let isRunning = false
  let stopping: Promise<void> | undefined

  function begin(): void {
    if (!isWanted || isRunning || stopping !== undefined) return
    isRunning = true
    for (const piece of Object.values(pieces)) piece.start()
  }

  async function end(): Promise<void> {
    const ends = Object.entries(pieces).map(([name, piece]) =>
      piece.stop().catch((cause: unknown) => {
        throw new Error(`the background work "${name}" did not stop`, { cause })
      }),
    )
    await Promise.all(ends)
  }

  return {
    start: () => {
      isWanted = true
      begin()
    },
    stop: async () => {
      isWanted = false
      if (isRunning) {
        isRunning = false
        stopping = end().finally(() => {
          stopping = undefined
          begin()
        })
      }
      await stopping
    },
  }
}
