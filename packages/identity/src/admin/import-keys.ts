import { RefusalError } from '../http/answer.ts'
import type { Identity } from '../identities/identity.ts'
import { identifierOfHandle } from '../strategies/passkey/handle.ts'
import { loadWebAuthn } from '../strategies/webauthn/library.ts'
import { readKeys, withKeys } from '../credentials/webauthn-keys.ts'
import type { Key } from '../credentials/webauthn-keys.ts'
import type { KeyType } from '../identities/credential-kinds.ts'
import type { CredentialsBody } from './bodies.ts'

/** Keys of one type, checked. */
export interface PreparedKeys {
  readonly type: KeyType
  readonly keys: readonly Key[]
  /** What authenticators know the account by: base64url of its bytes. */
  readonly userHandle: string | undefined
}

/** Checks the security keys and passkeys of an import. They are public keys: nothing in them is secret. */
export async function prepareKeys(body: CredentialsBody | undefined): Promise<readonly PreparedKeys[]> {
  const prepared: PreparedKeys[] = []
  for (const type of ['webauthn', 'passkey'] as const) {
    const config = body?.[type]?.config
    if (!config) continue
    for (const one of config.credentials) await requirePublicKey(type, one.public_key)
    const userHandle = config.user_handle ? Buffer.from(config.user_handle, 'base64').toString('base64url') : undefined
    if (type === 'passkey' && userHandle === undefined) {
      throw new RefusalError({ code: 400, reason: 'Passkeys need their user_handle: authenticators find them by it.' })
    }
    prepared.push({ type, keys: readKeys(config.credentials), userHandle })
  }
  return prepared
}

/** The identity with these keys in place of those that it had. */
export function withImportedKeys(identity: Identity, prepared: readonly PreparedKeys[], now: number): Identity {
  return prepared.reduce((result, { type, keys, userHandle }) => {
    const identifiers = type === 'passkey' && userHandle !== undefined ? [identifierOfHandle(userHandle)] : []
    return withKeys(result, type, keys, now, { identifiers, ...(userHandle !== undefined && { userHandle }) })
  }, identity)
}

async function requirePublicKey(type: KeyType, text: string): Promise<void> {
  const { cose, decodeCredentialPublicKey } = (await loadWebAuthn()).helpers
  try {
    const key = decodeCredentialPublicKey(new Uint8Array(Buffer.from(text, 'base64')))
    if (key.get(cose.COSEKEYS.kty) !== undefined && key.get(cose.COSEKEYS.alg) !== undefined) return
  } catch {
    // Whatever the parser stumbles over, it is no key.
  }
  throw new RefusalError({ code: 400, reason: `A public_key of ${type} is no COSE key.` })
}
