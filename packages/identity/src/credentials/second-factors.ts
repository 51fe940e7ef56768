import type { CredentialType, Identity } from '../identities/identity.ts'

/** True if an authenticator app is set up. */
export function hasTotp({ credentials }: Identity): boolean {
  const url = credentials.totp?.config['totp_url']
  return typeof url === 'string' && url !== ''
}

/** True if there are backup codes, used or not: the last one used up does not open the account. */
export function hasLookupCodes({ credentials }: Identity): boolean {
  const codes = credentials.lookup_secret?.config['recovery_codes']
  return Array.isArray(codes) && codes.length > 0
}

/** The identity without one of them. */
export function withoutFactor(identity: Identity, type: CredentialType, now: number): Identity {
  const { [type]: _removed, ...credentials } = identity.credentials
  return { ...identity, credentials, updatedAt: now }
}
