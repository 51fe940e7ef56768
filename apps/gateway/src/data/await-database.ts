import { setTimeout as delay } from 'node:timers/promises'
import { postgresVersion, UnreachableDatabaseError } from '@gatehouse/platform/database'
import { databaseText } from './locations.ts'
import { databaseFault } from './database-fault.ts'

/** The time for which a start waits for a server that does not answer yet, in milliseconds. */
const timeoutMs = 60_000
const pauseMs = 1_000
/** The interval of its log lines while it waits, in milliseconds. */
const lineMs = 10_000

/** The setting of a database, and how long to wait for that database. */
export interface AwaitOptions {
  /** The setting that names it. */
  readonly subject: string
  readonly waitsMs?: number
  /** Receives the lines about waiting. Default: standard error. */
  readonly say?: (line: string) => void
}

/**
 * Waits until a PostgreSQL server answers: both may have been started at the same moment. A fault of the address or of
 * the credentials ends the wait.
 * @throws ConfigError with the address and the fix.
 */
export async function awaitDatabase(
  url: string,
  { subject, waitsMs = timeoutMs, say = (line) => console.error(line) }: AwaitOptions,
): Promise<void> {
  const began = performance.now()
  let saidAt = -lineMs
  for (;;) {
    // oxlint-disable no-await-in-loop -- one try after the other
    const error = await postgresVersion(url).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (error === undefined) return
    const waited = performance.now() - began
    if (!(error instanceof UnreachableDatabaseError) || waited >= waitsMs) throw databaseFault(error, url, subject)
    if (waited - saidAt >= lineMs) {
      say(`  … waiting for ${databaseText(url)} (${Math.round(waited / 1000)} s of ${waitsMs / 1000})`)
      saidAt = waited
    }
    await delay(pauseMs)
    // oxlint-enable no-await-in-loop
  }
}
