import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'

/** One value of a gauge. */
export interface Sample {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** A gauge whose values are read when they are scraped. */
export interface WatchedGauge {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly read: () => Promise<readonly Sample[]>
}

/**
 * How long a scrape waits for values, in milliseconds. A scraper that gives up has no metric at all, just when the
 * database is busy, and reports the gateway as gone.
 */
const mostMs = 500

const unknown: readonly Sample[] = [{ value: Number.NaN }]

/**
 * Adds a gauge to a registry. A failing read results in `NaN`: it must not remove the other metrics. A slow one leaves
 * the last known values, and goes on for the next scrape.
 */
export function watchGauge(register: Registry, { name, help, labelNames = [], read }: WatchedGauge): void {
  let last = unknown
  let reading: Promise<readonly Sample[]> | undefined
  const remember = (samples: readonly Sample[]) => {
    reading = undefined
    return (last = samples)
  }
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [register],
    collect: async (): Promise<void> => {
      reading ??= read().then(remember, () => remember(unknown))
      const samples = (await Promise.race([reading, delay(mostMs, undefined, { ref: false })])) ?? last
      gauge.reset()
      // A gauge without labels is 0 after a reset.
      if (labelNames.length === 0) gauge.remove()
      for (const { value, labels = {} } of samples) {
        if (labelNames.length === 0 || Object.keys(labels).length > 0) gauge.set(labels, value)
      }
    },
  })
}

/** Caches a read of databases for the given time, in milliseconds, for all callers. */
export function readOnceIn<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly found: Promise<T> } | undefined
  return () => {
    // The same clock as for the cached values. After it was set back, an old value is not kept until the clock has
    // caught up.
    const now = Date.now()
    if (kept === undefined || Math.abs(now - kept.at) >= ms) kept = { at: now, found: read() }
    return kept.found
  }
}
