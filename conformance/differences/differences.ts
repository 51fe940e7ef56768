import { kratosDifferences } from './kratos.ts'
import { kratosMissing } from './kratos-missing.ts'
import type { MissingScenario, RowDifference, StepDifference } from './difference.ts'

/**
 * Where engines differ from the expectations of the scenarios, which are those of Ory Kratos 26.2. What is not listed
 * fails; what is listed and no longer happens fails too.
 */
export const stepDifferences: readonly StepDifference[] = kratosDifferences

export const rowDifferences: readonly RowDifference[] = [
  {
    engine: 'kratos',
    replace: 'label 1070002(name,title)',
    by: 'label 1070002(title)',
    reason: "A trait's label does not carry the trait's name yet.",
  },
]

export const missingScenarios: readonly MissingScenario[] = kratosMissing
