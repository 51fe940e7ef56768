import type { FlowKind } from '@gatehouse/contract/flows'

import type { Fields } from '../http/submission.ts'
import type { Strategies, Strategy } from '../ports/strategy.ts'

/** Which strategy a submission is meant for. `disabled`: one that is switched off. `none`: no method that there is. */
export type StrategyPick =
  | { readonly kind: 'found'; readonly strategy: Strategy }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'none' }

/** The strategy that a submission is meant for. `wireMethods`: those that the wire has for flows of this kind. */
export function pickStrategy(
  strategies: Strategies,
  wireMethods: readonly string[],
  kind: FlowKind,
  fields: Fields,
): StrategyPick {
  const strategy = strategies.find((candidate) => candidate[kind]?.handles(fields))
  if (strategy) return { kind: 'found', strategy }
  const { method } = fields
  return typeof method === 'string' && wireMethods.includes(method) ? { kind: 'disabled' } : { kind: 'none' }
}
