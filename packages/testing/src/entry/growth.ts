/** Bodies that grow, and what they cost. */
export { envelopeGrowths, formGrowths, growths, type Pair, type Scale } from '../growth/grown-body.ts'
export { growthFaults } from '../growth/growth-costs.ts'
export type { Hold } from '../growth/holds.ts'
