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

/** The sign-ins of a range, and of the one before it that is as long. */
export interface SignInPeriods {
  readonly buckets: readonly SignInBucket[]
  readonly before: readonly SignInBucket[]
  /** The beginning of each of them (RFC 3339). */
  readonly start: string
  readonly startBefore: string
}

/** Returns the range that an address asks for. */
export function rangeIn(search: URLSearchParams): Range {
  return ranges.find((range) => range === search.get('range')) ?? ranges[0]
}

/** Loads the sign-ins of a range, in whole hours or days of UTC; the last one is not over yet. */
export async function loadSignIns(scope: ProjectContext, range: Range, now: number): Promise<SignInPeriods> {
  const { bucket, ms, count } = stretches[range]
  const end = (Math.floor(now / ms) + 1) * ms
  const [startBefore, start] = [2, 1].map((periods) => new Date(end - periods * count * ms).toISOString())
  const query = { from: startBefore ?? '', to: new Date(end).toISOString(), bucket }
  const { buckets } = await scope.load('getSignInActivity', { query })
  return {
    buckets: buckets.slice(-count),
    before: buckets.slice(0, -count),
    start: start ?? '',
    startBefore: startBefore ?? '',
  }
}
