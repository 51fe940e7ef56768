import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

import { RefusalError } from '../http/answer.ts'
import type { Identity } from '../identities/identity.ts'
import { identifierOfHandle } from '../strategies/passkey/handle.ts'
import { readKeys, withKeys } from '../strategies/webauthn/keys.ts'
import type { Key, KeyType } from '../strategies/webauthn/keys.ts'
import type { CredentialsBody } from './bodies.ts'

/** Keys of one type, checked. */
export interface PreparedKeys {
  readonly type: KeyType
  readonly keys: readonly Key[]
  /** What authenticators know the account by: base64url of its bytes. */
  readonly userHandle: string | undefined
}

/** Checks the security keys and passkeys of an import. They are public keys: nothing in them is secret. */
export function prepareKeys(body: CredentialsBody | undefined): readonly PreparedKeys[] {
  return (['webauthn', 'passkey'] as const).flatMap((type) => {
    const config = body?.[type]?.config
    if (!config) return []
    for (const one of config.credentials) requirePublicKey(type, one.public_key)
    const userHandle = config.user_handle ? Buffer.from(config.user_handle, 'base64').toString('base64url') : undefined
    if (type === 'passkey' && userHandle === undefined) {
      throw new RefusalError({ code: 400, reason: 'Passkeys need their user_handle: authenticators find them by it.' })
    }
    return [{ type, keys: readKeys(config.credentials), userHandle }]
  })
}

/** The identity with these keys in place of those that it had. */
export function withImportedKeys(identity: Identity, prepared: readonly PreparedKeys[], now: number): Identity {
  return prepared.reduce((result, { type, keys, userHandle }) => {
    const identifiers = type === 'passkey' && userHandle !== undefined ? [identifierOfHandle(userHandle)] : []
    return withKeys(result, type, keys, now, { identifiers, ...(userHandle !== undefined && { userHandle }) })
  }, identity)
}

function requirePublicKey(type: KeyType, text: string): void {
  try {
    const key = decodeCredentialPublicKey(new Uint8Array(Buffer.from(text, 'base64')))
    if (key.get(cose.COSEKEYS.kty) !== undefined && key.get(cose.COSEKEYS.alg) !== undefined) return
  } catch {
    // Whatever the parser stumbles over, it is no key.
  }
  throw new RefusalError({ code: 400, reason: `A public_key of ${type} is no COSE key.` })
}
