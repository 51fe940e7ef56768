import type { SecondFactorFacts } from '../../credentials/factors.ts'
import type { Identity } from '../../identities/identity.ts'

/** True if there are backup codes, used or not: the last one used up does not open the account. */
export function hasLookupCodes({ credentials }: Identity): boolean {
  const codes = credentials.lookup_secret?.config['recovery_codes']
  return Array.isArray(codes) && codes.length > 0
}

/** Backup codes as a second factor, for the registry. */
export const backupCodeFactor: SecondFactorFacts = {
  counts: ({ lookupSecret }) => lookupSecret.enabled,
  isSetUp: hasLookupCodes,
  spare: 'lookup_secret',
}
