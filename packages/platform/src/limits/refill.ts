/** A rate: a count per period. */
export interface Rate {
  readonly count: number
  /** The time in which the whole allowance refills, in milliseconds. */
  readonly periodMs: number
}

/**
 * The used parts of an allowance: each until a time in Unix milliseconds; `undefined` for a part that was never used.
 */
export type Used = readonly (number | undefined)[]

/** The result of taking from an allowance. Times are Unix milliseconds. */
export type Draw =
  | {
      readonly kind: 'granted'
      /** The parts that change, and until when each is in use. */
      readonly changes: ReadonlyMap<number, number>
    }
  | { readonly kind: 'empty'; readonly nextAt: number }
  /** The number exceeds the whole allowance. */
  | { readonly kind: 'never' }

/** A way to refill an allowance. */
export interface Refill {
  /** Returns the number of parts in which an allowance of this rate is stored. */
  parts(rate: Rate): number
  draw(rate: Rate, used: Used, count: number, now: number): Draw
  /** Returns a changed part after an allowance was restored; `undefined`: as if it had never been used. */
  restore(rate: Rate, usedUntil: number, count: number): number | undefined
}

/**
 * Refills evenly. One number stores the use: the time at which the allowance is full again (the generic cell rate
 * algorithm, ITU-T I.371). It allows `count` attempts at once, and as many again during the period.
 */
const evenly: Refill = {
  parts: () => 1,
  draw: ({ count: all, periodMs }, [usedUntil], count, now) => {
    if (count > all) return { kind: 'never' }
    const next = Math.ceil(notTooLate(usedUntil, periodMs, now) + (periodMs / all) * count)
    if (next - now > periodMs) return { kind: 'empty', nextAt: next - periodMs }
    return { kind: 'granted', changes: new Map([[0, next]]) }
  },
  restore: ({ count: all, periodMs }, usedUntil, count) => Math.floor(usedUntil - (periodMs / all) * count),
}

/** Restores each part a whole period after its use: no period sees more than the count. */
const eachAfterAPeriod: Refill = {
  parts: ({ count }) => count,
  draw: ({ count: all, periodMs }, used, count, now) => {
    if (count > all) return { kind: 'never' }
    const until = used.map((moment) => notTooLate(moment, periodMs, now))
    const free = [...until.keys()].filter((part) => until[part] === now)
    if (free.length < count) {
      const busy = until.filter((moment) => moment > now).toSorted((a, b) => a - b)
      return { kind: 'empty', nextAt: busy[count - free.length - 1] ?? now + periodMs }
    }
    return { kind: 'granted', changes: new Map(free.slice(0, count).map((part) => [part, now + periodMs])) }
  },
  restore: () => undefined,
}

/**
 * The refill of an allowance: evenly over the period, so that a typing error locks no one out for long; or each part a
 * period after its use, so that no period ever sees more than the count.
 */
export type RefillWay = keyof typeof refillWays

/** Each way by its name in a policy. */
export const refillWays = { evenly, each_after_a_period: eachAfterAPeriod } as const satisfies Readonly<
  Record<string, Refill>
>

// A clock that was set back must not make a pause longer than the period.
function notTooLate(moment: number | undefined, periodMs: number, now: number): number {
  return Math.min(Math.max(moment ?? now, now), now + periodMs)
}
