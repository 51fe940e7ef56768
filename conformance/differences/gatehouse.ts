import { proofDifferences } from './gatehouse-proof.ts'
import type { StepDifference } from './difference.ts'

const engines = ['embedded', 'serve'] as const

/** The intended differences of our own service, embedded and alone alike, under an operator's own `kratos.yml`. */
export const gatehouseDifferences: readonly StepDifference[] = engines.flatMap((engine) => proofDifferences(engine))
