import { gatehouseDifferences } from './gatehouse.ts'
import { kratosDifferences } from './kratos.ts'
import { kratosMissing } from './kratos-missing.ts'
import type { MissingScenario, RefusedProfile, RowDifference, StepDifference } from './difference.ts'

/**
 * The differences of engines from the expectations of the scenarios, which are those of Ory Kratos 26.2. An unlisted
 * difference fails; a listed one that no longer happens fails too.
 */
export const stepDifferences: readonly StepDifference[] = [...gatehouseDifferences, ...kratosDifferences]

export const rowDifferences: readonly RowDifference[] = [
  {
    engine: 'kratos',
    replace: 'label 1070002(name,title)',
    by: 'label 1070002(title)',
    reason: "A trait's label does not carry the trait's name yet.",
  },
  {
    engine: 'kratos',
    replace: 'error 4000040(value)',
    by: 'error 4000001(reason)',
    reason: 'There is no message of its own for what is no e-mail address.',
  },
  {
    engine: 'kratos',
    replace: 'error 4000041(value)',
    by: 'error 4000001(reason)',
    reason: 'There is no message of its own for what is no phone number.',
  },
]

export const missingScenarios: readonly MissingScenario[] = kratosMissing

export const refusedProfiles: readonly RefusedProfile[] = [
  {
    engine: 'kratos',
    profile: 'legacy',
    reason: 'Its configuration does not know the switches for older answers.',
  },
]
