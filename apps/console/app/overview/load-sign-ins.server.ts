import type { ProjectContext } from '../control-plane/scope.server.ts'
import { ranges, type Range, type SignInBucket } from './sign-in-totals.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** TABLE: the stretches that each range is drawn in. */
const stretches = {
  '24h': { bucket: 'hour', ms: hourMs, count: 24 },
  '7d': { bucket: 'day', ms: dayMs, count: 7 },
  '30d': { bucket: 'day', ms: dayMs, count: 30 },
} as const satisfies Readonly<Record<Range, { bucket: 'hour' | 'day'; ms: number; count: number }>>

/** The range that an address asks for. */
export function rangeIn(search: URLSearchParams): Range {
  return ranges.find((range) => range === search.get('range')) ?? ranges[0]
}

/** The sign-ins of a range, in whole hours or days of UTC; the last one is not over yet. */
export async function loadSignIns(scope: ProjectContext, range: Range, now: number): Promise<readonly SignInBucket[]> {
  const { bucket, ms, count } = stretches[range]
  const end = (Math.floor(now / ms) + 1) * ms
  const query = {
    from: new Date(end - count * ms).toISOString(),
    to: new Date(end).toISOString(),
    bucket,
  }
  return (await scope.load('getSignInActivity', { query })).buckets
}
