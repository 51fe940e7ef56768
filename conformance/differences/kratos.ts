import { kratosClients } from './kratos-clients.ts'
import { kratosProviders } from './kratos-providers.ts'
import { kratosFactors } from './kratos-factors.ts'
import { kratosHooks } from './kratos-hooks.ts'
import { kratosKeys } from './kratos-keys.ts'
import { kratosLogin } from './kratos-login.ts'
import { kratosRegistration } from './kratos-registration.ts'
import { kratosOperations } from './kratos-operations.ts'
import { kratosSettings } from './kratos-settings.ts'
import type { StepDifference } from './difference.ts'

/** The differences of Ory Kratos 1.3.1. */
export const kratosDifferences: readonly StepDifference[] = [
  ...kratosProviders,
  ...kratosClients,
  ...kratosLogin,
  ...kratosKeys,
  ...kratosHooks,
  ...kratosFactors,
  ...kratosRegistration,
  ...kratosSettings,
  ...kratosOperations,
]
