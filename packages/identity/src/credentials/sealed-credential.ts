import type { CredentialType, Identity } from '../identities/identity.ts'
import type { Seals } from './sealed.ts'

/** A type of credential whose secrets are sealed on disk. */
export interface SealedCredential {
  readonly type: CredentialType
  /** Returns its `config` in clear text, for an administrator who requests it. */
  readonly shown: (seals: Seals, identity: Identity) => Readonly<Record<string, unknown>>
  /** Returns the identity with its secrets sealed by the newest secret. Throws if no secret opens one. */
  readonly sealedAnew: (seals: Seals, identity: Identity) => Identity
}
