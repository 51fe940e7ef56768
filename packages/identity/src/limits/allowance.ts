import type { Rate } from './policy.ts'

/** What taking one from an allowance comes to. Times are Unix milliseconds. */
export type Draw =
  | { readonly kind: 'granted'; readonly refilledAt: number }
  | { readonly kind: 'empty'; readonly nextAt: number }

/**
 * Takes one from an allowance. One number says how much of it is used: when it will be full again (the generic cell
 * rate algorithm, ITU-T I.371). `refilledAt` is `undefined` for one that nobody has touched.
 */
export function draw({ count, periodMs }: Rate, refilledAt: number | undefined, now: number): Draw {
  const each = periodMs / count
  const next = Math.ceil(usedUntil({ count, periodMs }, refilledAt, now) + each)
  return next - now > periodMs ? { kind: 'empty', nextAt: next - periodMs } : { kind: 'granted', refilledAt: next }
}

/** Puts one back that was taken in vain. */
export function restore({ count, periodMs }: Rate, refilledAt: number): number {
  return Math.floor(refilledAt - periodMs / count)
}

// A clock that was set back must not make a pause longer than the period.
function usedUntil({ periodMs }: Rate, refilledAt: number | undefined, now: number): number {
  return Math.min(Math.max(refilledAt ?? now, now), now + periodMs)
}
