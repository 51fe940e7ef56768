import type { Strategy } from '../../flows/ports/strategy.ts'
import type { CodeDependencies } from './dependencies.ts'
import { codeLogin } from './login.ts'
import { codeAdminRecovery, codeRecovery } from './recovery.ts'
import { chosenRecovery } from './recovery-choice.ts'
import { codeRegistration } from './registration.ts'
import { codeVerification } from './verification.ts'

/** One-time codes by mail or SMS, for the flows the configuration gives them to. */
export function codeStrategy(dependencies: CodeDependencies): Strategy {
  const { selfservice, featureFlags } = dependencies.config
  const { flows, methods } = selfservice
  const recovery = featureFlags.chooseRecoveryAddress ? chosenRecovery : codeRecovery
  const { passwordlessEnabled, mfaEnabled } = methods.code
  return {
    id: 'code',
    ...((passwordlessEnabled || mfaEnabled) && { login: codeLogin(dependencies) }),
    ...(passwordlessEnabled && { registration: codeRegistration(dependencies) }),
    ...(flows.recovery.use === 'code' && {
      recovery: recovery(dependencies),
      adminRecovery: codeAdminRecovery(dependencies),
    }),
    ...(flows.verification.use === 'code' && { verification: codeVerification(dependencies) }),
  }
}
