import { createSeals, type Seals } from '@gatehouse/platform/secrets'
import type { CredentialType, Identity } from '../identities/identity.ts'

export { createSeals, type Seals }

/** As `open`, if only a lost secret can be the reason: an operator has to know, and the sign-in fails. */
export function openOrThrow(seals: Seals, sealed: string, context: string): string {
  const plain = seals.open(sealed, context)
  if (plain === undefined)
    throw new Error(`${context} cannot be opened: secrets.cipher lost a secret, or it was altered`)
  return plain
}

/** A type of credential whose secrets are sealed on disk. */
export interface SealedCredential {
  readonly type: CredentialType
  /** Returns its `config` in clear text, for an administrator who requests it. */
  readonly shown: (seals: Seals, identity: Identity) => Readonly<Record<string, unknown>>
  /** Returns the identity with its secrets sealed by the newest secret. Throws if no secret opens one. */
  readonly sealedAnew: (seals: Seals, identity: Identity) => Identity
}
