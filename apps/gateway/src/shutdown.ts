/** Signals by which a person or a supervisor asks a process to end. */
const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * Runs `stop` at the first request to end, then ends the process. Asked a second time, it ends at once: somebody is waiting.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
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

/**
 * Runs `reload` at each SIGHUP, as services do. At a terminal the signal means that the window was closed, and ends the
 * process as ever.
 */
export function reloadOnSignal(reload: () => void): void {
  if (process.stdin.isTTY || process.stdout.isTTY) return
  process.on('SIGHUP', reload)
}
