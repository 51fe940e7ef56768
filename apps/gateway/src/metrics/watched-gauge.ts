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

/** Adds a gauge to a registry. A failing read results in `NaN`: it must not remove the other metrics. */
export function watchGauge(register: Registry, { name, help, labelNames = [], read }: WatchedGauge): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [register],
    collect: async (): Promise<void> => {
      const samples = await read().catch((): readonly Sample[] => [{ value: Number.NaN }])
      gauge.reset()
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
