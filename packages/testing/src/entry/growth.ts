/** Bodies that grow, configurations at their bounds, texts that patterns dislike, and their costs. */
export { envelopeGrowths, formGrowths, growths, type Pair, type Scale } from '../growth/grown-body.ts'
export { growthFaults } from '../growth/growth-costs.ts'
export { longestHold, type Hold } from '../growth/holds.ts'
export { costlyConfigurations } from '../growth/costly-configurations.ts'
export type { CostlyConfiguration } from '../growth/costly.ts'
export { hostileWalk } from '../growth/hostile-costs.ts'
export { hostileBody, hostileEnvelope, type HostileField } from '../growth/hostile-fields.ts'
export { hostileTexts } from '../growth/hostile-texts.ts'
