import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** The ranges of the overview; the first is the default. */
export const ranges = ['24h', '7d', '30d'] as const
/** The range, as the page's address names it. */
export type Range = (typeof ranges)[number]

/** Sign-ins within one stretch of time; the empty name of a method: none was chosen. */
export type SignInBucket = AnswerOf<'getSignInActivity'>['buckets'][number]

/** The counts of one method, or of all of them. */
export interface Tally {
  readonly succeeded: number
  readonly failed: number
}

/** All stretches together. */
export function totalOf(buckets: readonly Tally[]): Tally {
  return buckets.reduce<Tally>(
    (sum, { succeeded, failed }) => ({ succeeded: sum.succeeded + succeeded, failed: sum.failed + failed }),
    { succeeded: 0, failed: 0 },
  )
}

/** Each method that was used or tried, those used most first. */
export function methodsOf(buckets: readonly SignInBucket[]): readonly (Tally & { readonly method: string })[] {
  const names = new Set(buckets.flatMap(({ methods }) => Object.keys(methods)))
  const own = (method: string) => buckets.flatMap(({ methods }) => methods[method] ?? [])
  return [...names]
    .map((method) => ({ method, ...totalOf(own(method)) }))
    .toSorted((one, other) => other.succeeded - one.succeeded || other.failed - one.failed)
}

/** The service's response time, in milliseconds, over all stretches; absent if there was no attempt. */
export function latencyOf(buckets: readonly SignInBucket[]) {
  let sum = 0
  let count = 0
  let longest = 0
  for (const { succeeded, failed, duration_ms: took } of buckets) {
    if (took === null) continue
    sum += took.average * (succeeded + failed)
    count += succeeded + failed
    longest = Math.max(longest, took.longest)
  }
  return count === 0 ? undefined : { average: Math.round(sum / count), longest: Math.round(longest) }
}
