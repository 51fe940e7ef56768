import { createHmac } from 'node:crypto'

import type { Secret } from '../secret.ts'
import type { Transactions } from '../sql/units.ts'
import type { AllowanceStore } from './allowance-store.ts'

/** A budget: its kind, and the subject to which it belongs. */
export interface Budget<Kind extends string> {
  readonly kind: Kind
  readonly subject: string
}

/** The result of a reached limit: nothing was taken from any budget. */
export interface LimitReached {
  readonly kind: 'refused'
  /** The time at which enough is restored, in Unix milliseconds; absent: never, as the number exceeds the allowance. */
  readonly until?: number
}

/** The result of taking from budgets before the outcome is known: concurrent attempts must not share one allowance. */
export type Taken<Kind extends string> =
  | {
      readonly kind: 'granted'
      /** Returns everything to the budgets: it was no failure. */
      refund(): Promise<void>
      /** Returns everything, and clears earlier failures from the budgets of these kinds. */
      resetBudgets(kinds: readonly Kind[]): Promise<void>
    }
  | LimitReached

/** The rate limits of attempts. */
export interface Limits<Kind extends string> {
  /** Takes one from each budget, or nothing from any; two from one that is named twice. */
  take(budgets: readonly Budget<Kind>[], now: number): Promise<Taken<Kind>>
  /** Makes budgets full again. */
  forget(budgets: readonly Budget<Kind>[]): Promise<void>
}

/** The dependencies of counting. */
export interface LimitsDependencies<Kind extends string> {
  /** `undefined`: no limit. */
  readonly policy: Readonly<Record<Kind, Rate | undefined>>
  readonly refills: Readonly<Record<Kind, RefillWay>>
  /** On disk, so that a restart resets nothing; or in memory, for operations that cost little. */
  readonly store: AllowanceStore
  readonly transactions: Pick<Transactions, 'write'>
  /**
   * The first one keys the digests of names that people typed, which are useless without it. None: nothing is stored on
   * disk.
   */
  readonly secrets: readonly Secret[]
}

/** A budget of a limited kind, as it is stored. */
interface Kept<Kind> {
  readonly kind: Kind
  readonly rate: Rate
  readonly refill: Refill
  /** A row for each part. */
  readonly ids: readonly string[]
  /** The number that is taken from it. */
  readonly count: number
}

/** Creates the limits of a policy. A kind that the policy omits is unlimited. */
export function createLimits<Kind extends string>({
  policy,
  refills,
  store,
  transactions,
  secrets,
}: LimitsDependencies<Kind>): Limits<Kind> {
  const [secret] = secrets

  function keptOf(budgets: readonly Budget<Kind>[]): readonly Kept<Kind>[] {
    const named = Map.groupBy(budgets, ({ kind, subject }) => `${kind}\n${subject}`)
    return [...named].flatMap(([name, [first, ...more]]) => {
      const rate = first && policy[first.kind]
      if (!first || !rate) return []
      const refill = refillWays[refills[first.kind]]
      const id = createHmac('sha256', secret?.reveal() ?? '')
        .update(name)
        .digest('base64url')
      const ids = Array.from({ length: refill.parts(rate) }, (_, part) => (part === 0 ? id : `${id}.${part}`))
      return [{ kind: first.kind, rate, refill, ids, count: more.length + 1 }]
    })
  }

  return {
    take: async (budgets, now) => {
      const kept = keptOf(budgets)
      if (kept.length === 0) return free
      return transactions.write(async (): Promise<Taken<Kind>> => {
        await store.hold(kept.flatMap(({ ids }) => ids))
        const draws = await Promise.all(
          kept.map(async (one) => ({
            ...one,
            draw: one.refill.draw(one.rate, await store.refilledAt(one.ids), one.count, now),
          })),
        )
        if (draws.some(({ draw }) => draw.kind === 'never')) return { kind: 'refused' }
        const empty = draws.flatMap(({ draw }) => (draw.kind === 'empty' ? [draw.nextAt] : []))
        if (empty.length > 0) return { kind: 'refused', until: Math.max(...empty) }
        const taken = draws.flatMap(({ draw, ids, ...one }) =>
          draw.kind === 'granted'
            ? [...draw.changes].map(([part, until]) => ({ ...one, ids, id: ids[part] ?? '', until }))
            : [],
        )
        for (const { id, until } of taken) await store.put(id, until)
        const refund = (except: readonly Kind[]) =>
          transactions.write(async () => {
            await store.hold(taken.flatMap(({ ids }) => ids))
            for (const { kind, id, ids, rate, refill, count } of taken) {
              if (except.includes(kind)) for (const each of ids) await store.remove(each)
              else await restore(id, (until) => refill.restore(rate, until, count))
            }
          })
        return { kind: 'granted', refund: () => refund([]), resetBudgets: refund }
      })
    },
    forget: (budgets) =>
      transactions.write(async () => {
        for (const { ids } of keptOf(budgets)) for (const id of ids) await store.remove(id)
      }),
  }

  async function restore(id: string, change: (until: number) => number | undefined): Promise<void> {
    const [until] = await store.refilledAt([id])
    if (until === undefined) return
    const restored = change(until)
    if (restored === undefined) await store.remove(id)
    else await store.put(id, restored)
  }
}

const free: Taken<never> = { kind: 'granted', refund: async () => {}, resetBudgets: async () => {} }

/** A rate: a count per period. */
export interface Rate {
  readonly count: number
  /** The time in which the whole allowance refills, in milliseconds. */
  readonly periodMs: number
}

/**
 * The used parts of an allowance: each until a time in Unix milliseconds; `undefined` for a part that was never used.
 */
type Used = readonly (number | undefined)[]

/** The result of taking from an allowance. Times are Unix milliseconds. */
type Draw =
  | {
      readonly kind: 'granted'
      /** The parts that change, and until when each is in use. */
      readonly changes: ReadonlyMap<number, number>
    }
  | { readonly kind: 'empty'; readonly nextAt: number }
  /** The number exceeds the whole allowance. */
  | { readonly kind: 'never' }

/** A way to refill an allowance. */
interface Refill {
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
const refillWays = { evenly, each_after_a_period: eachAfterAPeriod } as const satisfies Readonly<Record<string, Refill>>

// A clock that was set back must not make a pause longer than the period.
function notTooLate(moment: number | undefined, periodMs: number, now: number): number {
  return Math.min(Math.max(moment ?? now, now), now + periodMs)
}
