import { createHmac } from 'node:crypto'

import type { Secret } from '@gatehouse/platform/secret'
import type { Transactions } from '@gatehouse/platform/transactions'
import type { AllowanceStore } from './allowance-store.ts'
import { refillWays } from './allowance.ts'
import type { Refill } from './allowance.ts'
import { refills } from './policy.ts'
import type { LimitPolicy, Rate } from './policy.ts'

/** One of an allowance: of which kind, and whose. */
export interface Budget {
  readonly kind: keyof LimitPolicy
  readonly subject: string
}

/** Nothing was taken from any budget. */
export interface LimitReached {
  readonly kind: 'refused'
  /** When there is enough again, in Unix milliseconds; absent: never, so much at once is too much. */
  readonly until?: number
}

/** What was taken, before anybody knows what will come of it: many at once must not get in on the same one. */
export type Taken =
  | {
      readonly kind: 'granted'
      /** Puts everything back: it was no failure. */
      giveBack(): void
      /** Puts everything back, and forgets the failures before at the budgets of these kinds. */
      forgive(kinds: readonly (keyof LimitPolicy)[]): void
    }
  | LimitReached

/** How often things may be tried. Kept on disk, so that a restart resets nothing. */
export interface Limits {
  /** Takes one from each budget, or nothing from any; two from one that is named twice. */
  take(budgets: readonly Budget[], now: number): Taken
  /** Makes budgets whole again. */
  forget(budgets: readonly Budget[]): void
}

/** What counting takes. */
export interface LimitsDependencies {
  readonly policy: LimitPolicy
  readonly store: AllowanceStore
  readonly transactions: Transactions
  /** `secrets.default`: names that people typed are stored as digests that are worth nothing without it. */
  readonly secrets: readonly Secret[]
}

/** A budget of a kind that is limited, as it is kept. */
interface Kept {
  readonly kind: keyof LimitPolicy
  readonly rate: Rate
  readonly refill: Refill
  /** A row for each part. */
  readonly ids: readonly string[]
  /** How many are taken from it. */
  readonly count: number
}

/** Makes the limits of a policy. A kind that the policy leaves out is free. */
export function createLimits({ policy, store, transactions, secrets }: LimitsDependencies): Limits {
  const [secret] = secrets
  const digestOf = (name: string): string =>
    createHmac('sha256', secret?.reveal() ?? '')
      .update(name)
      .digest('base64url')

  function keptOf(budgets: readonly Budget[]): readonly Kept[] {
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
    take: (budgets, now) => {
      const kept = keptOf(budgets)
      if (kept.length === 0) return free
      return transactions.write((): Taken => {
        const draws = kept.map((one) => ({
          ...one,
          draw: one.refill.draw(one.rate, store.refilledAt(one.ids), one.count, now),
        }))
        if (draws.some(({ draw }) => draw.kind === 'never')) return { kind: 'refused' }
        const empty = draws.flatMap(({ draw }) => (draw.kind === 'empty' ? [draw.nextAt] : []))
        if (empty.length > 0) return { kind: 'refused', until: Math.max(...empty) }
        const taken = draws.flatMap(({ draw, ids, ...one }) =>
          draw.kind === 'granted'
            ? [...draw.changes].map(([part, until]) => ({ ...one, ids, id: ids[part] ?? '', until }))
            : [],
        )
        for (const { id, until } of taken) store.put(id, until)
        const giveBack = (except: readonly (keyof LimitPolicy)[]) =>
          transactions.write(() => {
            for (const { kind, id, ids, rate, refill, count } of taken) {
              if (except.includes(kind)) for (const each of ids) store.remove(each)
              else restore(id, (until) => refill.restore(rate, until, count))
            }
          })
        return { kind: 'granted', giveBack: () => giveBack([]), forgive: giveBack }
      })
    },
    forget: (budgets) =>
      transactions.write(() => {
        for (const { ids } of keptOf(budgets)) for (const id of ids) store.remove(id)
      }),
  }

  function restore(id: string, change: (until: number) => number | undefined): void {
    const [until] = store.refilledAt([id])
    if (until === undefined) return
    const restored = change(until)
    if (restored === undefined) store.remove(id)
    else store.put(id, restored)
  }
}

const free: Taken = { kind: 'granted', giveBack: () => {}, forgive: () => {} }
