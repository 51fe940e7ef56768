import { mkdtempSync, rmSync } from 'node:fs'

/** What a process that a person interrupted says to its shell: 128 and the number of SIGINT. */
const interruptedCode = 130

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Does work in a folder of its own (mode 0700), whose path begins with `prefix`. Secrets are in it: it is removed whichever
 * way the work ends, and before a signal ends the process.
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
