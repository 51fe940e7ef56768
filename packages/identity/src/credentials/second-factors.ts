import type { CredentialType, Identity } from '../identities/identity.ts'

/** Returns the identity without one of its second factors. */
export function withoutFactor(identity: Identity, type: CredentialType, now: number): Identity {
  const { [type]: _removed, ...credentials } = identity.credentials
  return { ...identity, credentials, updatedAt: now }
}
