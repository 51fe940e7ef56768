import { AggregatorRegistry, type Registry } from 'prom-client'
import type { MetricsSnapshot } from './metrics.ts'

/** What several processes have counted, as one. */
export function sumOf(snapshots: readonly MetricsSnapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots.map((one) => [...one]))
}

/**
 * What stays of a process that has ended, added to what stayed of others: all that only ever grows. A sum that became less
 * would be taken for a restart, and everything counted anew. What a gauge showed is over.
 */
export async function withEnded(before: MetricsSnapshot, ended: MetricsSnapshot): Promise<MetricsSnapshot> {
  // The library's types have numbers for what are names.
  const lasting = ended.filter(({ type }) => String(type) !== 'gauge')
  return sumOf([before, lasting]).getMetricsAsJSON()
}
