import { createHmac } from 'node:crypto'

import type { Secret } from '../configuration/secret.ts'
import type { AllowanceStore } from '../sql/allowance-store.ts'
import type { Transactions } from '../sql/transaction.ts'
import { draw, restore } from './allowance.ts'
import type { LimitPolicy } from './policy.ts'

/** One allowance: of which kind, and whose. */
export interface Budget {
  readonly kind: keyof LimitPolicy
  readonly subject: string
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
  | { readonly kind: 'refused'; /** Unix milliseconds. */ readonly until: number }

/** How often things may be tried. Kept on disk, so that a restart resets nothing. */
export interface Limits {
  /** Takes one from each budget, or nothing from any. */
  take(budgets: readonly Budget[], now: number): Taken
}

/** What counting takes. */
export interface LimitsDependencies {
  readonly policy: LimitPolicy
  readonly store: AllowanceStore
  readonly transactions: Transactions
  /** `secrets.default`: names that people typed are stored as digests that are worth nothing without it. */
  readonly secrets: readonly Secret[]
}

/** Makes the limits of a policy. A kind that the policy leaves out is free. */
export function createLimits({ policy, store, transactions, secrets }: LimitsDependencies): Limits {
  const [secret] = secrets
  const idOf = ({ kind, subject }: Budget): string =>
    createHmac('sha256', secret?.reveal() ?? '')
      .update(`${kind}\n${subject}`)
      .digest('base64url')

  return {
    take: (budgets, now) => {
      const limited = budgets.flatMap((budget) => {
        const rate = policy[budget.kind]
        return rate === undefined ? [] : [{ kind: budget.kind, id: idOf(budget), rate }]
      })
      if (limited.length === 0) return free
      return transactions.write((): Taken => {
        const draws = limited.map(({ id, rate }) => ({ id, ...draw(rate, store.refilledAt(id), now) }))
        const empty = draws.flatMap((one) => (one.kind === 'empty' ? [one.nextAt] : []))
        if (empty.length > 0) return { kind: 'refused', until: Math.max(...empty) }
        for (const one of draws) if (one.kind === 'granted') store.put(one.id, one.refilledAt)
        const giveBack = (except: readonly (keyof LimitPolicy)[]) =>
          transactions.write(() => {
            for (const { kind, id, rate } of limited) {
              const refilledAt = store.refilledAt(id)
              if (refilledAt === undefined) continue
              if (except.includes(kind)) store.remove(id)
              else store.put(id, restore(rate, refilledAt))
            }
          })
        return { kind: 'granted', giveBack: () => giveBack([]), forgive: giveBack }
      })
    },
  }
}

const free: Taken = { kind: 'granted', giveBack: () => {}, forgive: () => {} }
