import type { FirstFactors, SecondFactorFacts } from '../../credentials/factors.ts'
import type { ReadOwnFacts } from '../../credentials/own-facts.ts'
import type { Identity } from '../../identities/identity.ts'

function hasAddress({ credentials: { code } }: Identity): boolean {
  return (code?.identifiers.length ?? 0) > 0
}

/** Codes to an address as a second factor, for the registry. */
export const codeFactor: SecondFactorFacts = {
  counts: ({ code }) => code.enabled && code.mfaEnabled && !code.passwordlessEnabled,
  isSetUp: hasAddress,
}

/** A code to an address opens an account where that is switched on. */
export const codeFirstFactor: FirstFactors = (identity, { code }) =>
  Number(code.enabled && code.passwordlessEnabled && hasAddress(identity))

/** Since when codes reach the account. */
export const ownCodeAddresses: ReadOwnFacts = (identity) => {
  const { code } = identity.credentials
  return code && hasAddress(identity) ? { changedAt: code.updatedAt } : undefined
}
