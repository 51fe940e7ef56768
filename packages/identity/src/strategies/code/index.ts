import type { FirstFactors, SecondFactorFacts } from '../../credentials/factors.ts'
import type { ReadOwnFacts } from '../../credentials/own-facts.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import type { Identity } from '../../identities/identity.ts'
import type { CodeDependencies } from './dependencies.ts'
import { codeLogin } from './login.ts'
import { chosenRecovery } from './recovery-choice.ts'
import { codeAdminRecovery, codeRecovery } from './recovery.ts'
import { codeRegistration } from './registration.ts'
import { codeVerification } from './verification.ts'

/** Creates the strategy of one-time codes by mail or SMS, for the flows of the configuration. */
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

function hasAddress({ credentials: { code } }: Identity): boolean {
  return (code?.identifiers.length ?? 0) > 0
}

/** Codes to an address as a second factor, for the registry. */
export const codeFactor: SecondFactorFacts = {
  counts: ({ code }) => code.enabled && code.mfaEnabled && !code.passwordlessEnabled,
  isSetUp: hasAddress,
}

/** Counts the codes that open an account: one to an address, if that is switched on. */
export const codeFirstFactor: FirstFactors = (identity, { code }) =>
  Number(code.enabled && code.passwordlessEnabled && hasAddress(identity))

/** Reads the time since which codes reach the account. */
export const ownCodeAddresses: ReadOwnFacts = (identity) => {
  const { code } = identity.credentials
  return code && hasAddress(identity) ? { changedAt: code.updatedAt } : undefined
}
