/** The signals by which a person or a supervisor asks a process to end. */
const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * The time in which signals count as one request to end, in milliseconds: a supervisor may signal every process of a
 * group, and each program in between forwards the signal.
 */
const sameRequestMs = 1_000

/** Runs `stop` at the first request to end, then ends the process. A second, later request ends it at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (stoppingSince !== undefined && now - stoppingSince > sameRequestMs) process.exit(1)
    if (stoppingSince !== undefined) return
    stoppingSince = now
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of signals) process.on(signal, onSignal)
}
