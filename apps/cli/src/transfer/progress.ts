/** Tells a person how far a long command is, on standard error: as one line that changes, or as a line now and then. */
export interface Progress {
  report(text: string): void
  /** Keeps the last line. */
  end(): void
}

const pauseMs = 5_000

/** Progress on standard error. Only counts are said: nothing of the people themselves. */
export function progressOnTerminal(): Progress {
  const stream = process.stderr
  let last = Number.NEGATIVE_INFINITY
  return {
    report: (text) => {
      if (stream.isTTY) {
        stream.write(`\r\u001B[K${text}`)
      } else if (performance.now() - last >= pauseMs) {
        last = performance.now()
        stream.write(`${text}\n`)
      }
    },
    end: () => {
      if (stream.isTTY) stream.write('\n')
    },
  }
}
