/** So many in a period. */
export interface Rate {
  readonly count: number
  /** Milliseconds in which all of it comes back. */
  readonly periodMs: number
}

/**
 * What is used of an allowance, part by part: until when it is in use, in Unix milliseconds; `undefined` for what was
 * never used.
 */
export type Used = readonly (number | undefined)[]

/** What taking from an allowance comes to. Times are Unix milliseconds. */
export type Draw =
  | {
      readonly kind: 'granted'
      /** The parts that change, and until when each is in use. */
      readonly changes: ReadonlyMap<number, number>
    }
  | { readonly kind: 'empty'; readonly nextAt: number }
  /** More than there ever is at once. */
  | { readonly kind: 'never' }

/** A way in which what was used comes back. */
export interface Refill {
  /** In how many parts an allowance of this rate is kept. */
  parts(rate: Rate): number
  draw(rate: Rate, used: Used, count: number, now: number): Draw
  /** A changed part, once what was taken is put back; `undefined`: as if it had never been used. */
  restore(rate: Rate, usedUntil: number, count: number): number | undefined
}

/**
 * It comes back evenly. One number says how much is used: when all of it will be back (the generic cell rate algorithm,
 * ITU-T I.371). So many at once, and as many again while the period goes by.
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

/** Each comes back a whole period after it was used: no period sees more than there are. */
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
 * How what is used up comes back: evenly over the period, so that a typing error locks no one out for long; or each one
 * a period after it was used, so that no period ever sees more than the count.
 */
export type RefillWay = keyof typeof refillWays

/** Each way by the name that a policy gives it. */
export const refillWays = { evenly, each_after_a_period: eachAfterAPeriod } as const satisfies Readonly<
  Record<string, Refill>
>

// A clock that was set back must not make a pause longer than the period.
function notTooLate(moment: number | undefined, periodMs: number, now: number): number {
  return Math.min(Math.max(moment ?? now, now), now + periodMs)
}
