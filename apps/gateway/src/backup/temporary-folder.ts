import { mkdtempSync, rmSync } from 'node:fs'

/** The exit code of a process that SIGINT interrupted: 128 and the signal's number. */
const interruptedCode = 130

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs work in a new folder (mode 0700) whose path begins with `prefix`. It holds secrets, so it is removed however the
 * work ends, and before a signal ends the process.
 */
export async function inTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(prefix)
  // Another thread may write a file while its folder is emptied.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const onSignal = () => {
    remove()
    process.exit(interruptedCode)
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await work(folder)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
    remove()
  }
}
