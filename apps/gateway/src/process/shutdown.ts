/** Signals by which a person or a supervisor asks a process to end. */
const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * One request to end may arrive several times: from a supervisor that signals every process of a group, and from each
 * program in between that passes it on. In milliseconds.
 */
const sameRequestMs = 1_000

/** Runs `stop` at the first request to end, then ends the process. Asked a second time, later, it ends at once. */
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
