/** Bodies that grow, configurations at their bounds, and what they cost. */
export { envelopeGrowths, formGrowths, growths, type Pair, type Scale } from '../growth/grown-body.ts'
export { growthFaults } from '../growth/growth-costs.ts'
export { longestHold, type Hold } from '../growth/holds.ts'
export { costlyConfigurations } from '../growth/costly-configurations.ts'
export type { CostlyConfiguration } from '../growth/costly.ts'
