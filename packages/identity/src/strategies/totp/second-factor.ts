import type { SecondFactorFacts } from '../../credentials/factors.ts'
import type { Identity } from '../../identities/identity.ts'

/** True if an authenticator app is set up. */
export function hasTotp({ credentials }: Identity): boolean {
  const url = credentials.totp?.config['totp_url']
  return typeof url === 'string' && url !== ''
}

/** Authenticator apps as a second factor, for the registry. */
export const totpFactor: SecondFactorFacts = {
  counts: ({ totp }) => totp.enabled,
  isSetUp: hasTotp,
}
