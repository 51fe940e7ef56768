import { kratosClientsMissing } from './kratos-clients.ts'
import { kratosFactorsMissing } from './kratos-factors.ts'
import { kratosKeysMissing } from './kratos-keys.ts'
import type { MissingScenario } from './difference.ts'

/** The scenarios that Ory Kratos 1.3.1 does not have. */
export const kratosMissing: readonly MissingScenario[] = [
  ...kratosKeysMissing,
  ...kratosFactorsMissing,
  ...kratosClientsMissing,
]
