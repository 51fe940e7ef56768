import { createHmac } from 'node:crypto'

import type { Secret } from '../secret.ts'
import type { Transactions } from '../sql/units.ts'
import type { AllowanceStore } from './allowance-store.ts'
import { refillWays, type Rate, type Refill, type RefillWay } from './refill.ts'

/** One of an allowance: of which kind, and whose. */
export interface Budget<Kind extends string> {
  readonly kind: Kind
  readonly subject: string
}

/** Nothing was taken from any budget. */
export interface LimitReached {
  readonly kind: 'refused'
  /** When there is enough again, in Unix milliseconds; absent: never, so much at once is too much. */
  readonly until?: number
}

/** What was taken, before anybody knows what will come of it: many at once must not get in on the same one. */
export type Taken<Kind extends string> =
  | {
      readonly kind: 'granted'
      /** Puts everything back: it was no failure. */
      giveBack(): Promise<void>
      /** Puts everything back, and forgets the failures before at the budgets of these kinds. */
      forgive(kinds: readonly Kind[]): Promise<void>
    }
  | LimitReached

/** How often things may be tried. */
export interface Limits<Kind extends string> {
  /** Takes one from each budget, or nothing from any; two from one that is named twice. */
  take(budgets: readonly Budget<Kind>[], now: number): Promise<Taken<Kind>>
  /** Makes budgets whole again. */
  forget(budgets: readonly Budget<Kind>[]): Promise<void>
}

/** What counting takes. */
export interface LimitsDependencies<Kind extends string> {
  /** `undefined`: without a limit. */
  readonly policy: Readonly<Record<Kind, Rate | undefined>>
  readonly refills: Readonly<Record<Kind, RefillWay>>
  /** On disk, so that a restart resets nothing; or in memory, for what costs little. */
  readonly store: AllowanceStore
  readonly transactions: Pick<Transactions, 'write'>
  /** The first makes digests of names that people typed: they are worth nothing without it. None: nothing leaves the memory. */
  readonly secrets: readonly Secret[]
}

/** A budget of a kind that is limited, as it is kept. */
interface Kept<Kind> {
  readonly kind: Kind
  readonly rate: Rate
  readonly refill: Refill
  /** A row for each part. */
  readonly ids: readonly string[]
  /** How many are taken from it. */
  readonly count: number
}

/** Makes the limits of a policy. A kind that the policy leaves out is free. */
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
