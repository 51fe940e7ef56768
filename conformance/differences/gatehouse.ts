import { proofDifferences } from './gatehouse-proof.ts'
import type { StepDifference } from './difference.ts'

const engines = ['embedded', 'serve'] as const

/** What our own service answers otherwise on purpose, embedded and alone alike, under somebody's own `kratos.yml`. */
export const gatehouseDifferences: readonly StepDifference[] = engines.flatMap((engine) => proofDifferences(engine))
