import type { IdentityConfig } from '../../configuration/config.ts'
import type { Strategy } from '../strategy.ts'
import type { CodeDependencies } from './dependencies.ts'
import { codeLogin } from './login.ts'
import { codeRecovery } from './recovery.ts'
import { codeRegistration } from './registration.ts'
import { codeVerification } from './verification.ts'

/** One-time codes by mail or SMS, for the flows the configuration gives them to. */
export function codeStrategy(dependencies: CodeDependencies): Strategy {
  const { flows, methods } = dependencies.config.selfservice satisfies IdentityConfig['selfservice']
  const { passwordlessEnabled, mfaEnabled } = methods.code
  return {
    id: 'code',
    ...((passwordlessEnabled || mfaEnabled) && { login: codeLogin(dependencies) }),
    ...(passwordlessEnabled && { registration: codeRegistration(dependencies) }),
    ...(flows.recovery.use === 'code' && { recovery: codeRecovery(dependencies) }),
    ...(flows.verification.use === 'code' && { verification: codeVerification(dependencies) }),
  }
}
