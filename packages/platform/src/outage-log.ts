import type { Log } from './log.ts'

/** The interval at which a kind of outage is logged again while it lasts, in milliseconds. */
const quietMs = 60_000

/**
 * The maximum number of kinds. Few exist: the errors of the system and of a server. Others are forgotten, and logged
 * again.
 */
const mostKinds = 20

const written = new WeakMap<Log, Map<string, { readonly at: number; leftOut: number }>>()

/**
 * Logs that a dependency of every request does not answer: once for each kind, which is the error's message, and once a
 * minute while the outage lasts, with the number of suppressed lines. Otherwise every request would write one.
 */
export function logOutage(log: Log, error: Error, text: string): void {
  const kinds = written.get(log) ?? new Map<string, { readonly at: number; leftOut: number }>()
  written.set(log, kinds)
  const kind = `${text} ${error.message}`
  const before = kinds.get(kind)
  const now = performance.now()
  if (before !== undefined && now - before.at < quietMs) {
    before.leftOut += 1
    return
  }
  if (kinds.size >= mostKinds) kinds.clear()
  kinds.set(kind, { at: now, leftOut: 0 })
  log.error({ err: error, ...(before && { leftOut: before.leftOut }) }, text)
}
