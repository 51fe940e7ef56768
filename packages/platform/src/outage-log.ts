import type { Log } from './log.ts'

/** While it lasts, each kind of an outage is written again after so long, in milliseconds. */
const quietMs = 60_000

/** Kinds are few: what the system and a server say of a connection. More are forgotten, and written again. */
const mostKinds = 20

const written = new WeakMap<Log, Map<string, { readonly at: number; leftOut: number }>>()

/**
 * Writes that something on which every request depends does not answer: once for each kind, which is the message of the
 * error, and once a minute for as long as it goes on, with how many lines were left out. Every request would write one.
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
