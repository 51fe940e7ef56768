import { AggregatorRegistry, type Registry } from 'prom-client'
import type { MetricsSnapshot } from './metrics.ts'

/** Adds up the metrics of several processes. */
export function sumOf(snapshots: readonly MetricsSnapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((one) => [...one]))
}

/**
 * Adds the counters of a process that has ended to those of earlier ones. A sum that decreased would look like a
 * restart, and everything would be counted again. Gauges of an ended process are dropped.
 */
export async function withEnded(before: MetricsSnapshot, ended: MetricsSnapshot): Promise<MetricsSnapshot> {
  // The library's types declare numbers, but the values are names.
  const lasting = ended.filter(({ type }) => String(type) !== 'gauge')
  return sumOf([before, lasting]).getMetricsAsJSON()
}
