import { createHmac } from 'node:crypto'

import type { Secret } from '../secret.ts'
import type { Transactions } from '../sql/units.ts'
import type { AllowanceStore } from './allowance-store.ts'
import { refillWays, type Rate, type Refill, type RefillWay } from './refill.ts'

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
      giveBack(): Promise<void>
      /** Returns everything, and clears earlier failures from the budgets of these kinds. */
      forgive(kinds: readonly Kind[]): Promise<void>
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
  const digestOf = (name: string): string =>
    createHmac('sha256', secret?.reveal() ?? '')
      .update(name)
      .digest('base64url')

  function keptOf(budgets: readonly Budget<Kind>[]): readonly Kept<Kind>[] {
    const named = Map.groupBy(budgets, ({ kind, subject }) => `${kind}\n${subject}`)
    return [...named].flatMap(([name, [first, ...more]]) => {
      const rate = first && policy[first.kind]
      if (!first || !rate) return []
      const refill = refillWays[refills[first.kind]]
      const id = digestOf(name)
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
        const giveBack = (except: readonly Kind[]) =>
          transactions.write(async () => {
            await store.hold(taken.flatMap(({ ids }) => ids))
            for (const { kind, id, ids, rate, refill, count } of taken) {
              if (except.includes(kind)) for (const each of ids) await store.remove(each)
              else await restore(id, (until) => refill.restore(rate, until, count))
            }
          })
        return { kind: 'granted', giveBack: () => giveBack([]), forgive: giveBack }
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

const free: Taken<never> = { kind: 'granted', giveBack: async () => {}, forgive: async () => {} }
