/** The exit code of a process that a person interrupted: 128 and the number of SIGINT. */
export const interruptedCode = 130

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Does work that can stop at a good moment: Ctrl-C, or a supervisor's wish to stop, shows in `stopped`. The second time,
 * the process ends at once.
 */
export async function interruptible<T>(
  work: (stopped: () => boolean) => Promise<T>,
  said = 'Stopping after what is under way. Once more ends it at once.',
): Promise<T> {
  let count = 0
  const onSignal = () => {
    count += 1
    if (count > 1) process.exit(interruptedCode)
    console.error(`\n${said}`)
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await work(() => count > 0)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}
