/** Tracks the tests that are still running. */
export interface Progress {
  /** `within`: the file of a test; a file with a test that is still running has no line of its own. */
  readonly start: (id: string, name: string, within?: string) => void
  readonly end: (id: string) => void
  readonly close: () => void
}

/** The environment variable with the seconds between two lines; a test that runs longer than that is named. */
export const progressVariable = 'GATEHOUSE_TEST_PROGRESS_SECONDS'

/** Prints what has been running for long every two minutes, and once more when the run is ended by a signal. */
export function createProgress(): Progress {
  const seconds = Number(process.env[progressVariable] ?? 120)
  const began = Date.now()
  const running = new Map<string, { readonly name: string; readonly since: number; readonly within?: string }>()
  // In a process that runs several files, a start is reported in turn, and an end at once: it may come first.
  const ended = new Set<string>()
  function print(longerThan: number): void {
    const now = Date.now()
    const files = new Set([...running.values()].map(({ within }) => within))
    const long = [...running].filter(([id, { since }]) => !files.has(id) && now - since >= longerThan * 1_000)
    const lines = long.map(
      ([, { name, since }]) => `  still running after ${Math.round((now - since) / 1_000)} s: ${name}`,
    )
    console.log([`\n… ${Math.round((now - began) / 60_000)} min, ${ended.size} ended`, ...lines].join('\n'))
  }
  const timer = setInterval(() => print(seconds), seconds * 1_000)
  timer.unref()
  const interrupted = () => {
    print(0)
    process.exit(1)
  }
  process.once('SIGTERM', interrupted)
  return {
    start(id, name, within) {
      if (ended.has(id)) return
      running.set(id, { name, since: Date.now(), ...(within !== undefined && { within }) })
    },
    end(id) {
      running.delete(id)
      ended.add(id)
    },
    close() {
      clearInterval(timer)
      process.off('SIGTERM', interrupted)
    },
  }
}
