import { z } from 'zod'

import type { CredentialImport, PreparedCredential, RefusedCredential } from '../../credentials/credential-import.ts'
import { readKeys, withKeys } from '../../credentials/webauthn-keys.ts'
import type { KeyType } from '../../identities/credential-kinds.ts'
import { loadWebAuthn } from './verify.ts'

/** A security key or passkey as it is read; parts that this service does not use are allowed. */
const key = z.object({
  id: z.base64().min(1),
  public_key: z.base64().min(1),
  display_name: z.string().max(256).optional(),
  added_at: z.string().optional(),
  /** null: never used; absent: unknown. */
  last_used_at: z.string().nullish(),
  is_passwordless: z.boolean().optional(),
  authenticator: z.object({ aaguid: z.string().nullish(), sign_count: z.int().min(0).optional() }).nullish(),
})

const body = z.strictObject({
  config: z.strictObject({ credentials: z.array(key).min(1).max(100), user_handle: z.base64().nullish() }),
})

/**
 * Creates the import of keys of one type, which replace those of the account. They are public keys: nothing in them is
 * secret. `namesOf`: returns the identifiers for the authenticators' handle of the account (base64url of its bytes), or
 * the reason why there are none.
 */
export function keyImport(
  type: KeyType,
  namesOf: (handle: string | undefined) => readonly string[] | RefusedCredential,
): CredentialImport {
  return {
    type,
    body: body.transform(({ config: { credentials, user_handle: handle } }) => ({
      prepare: async (): Promise<PreparedCredential> => {
        for (const one of credentials) {
          if (!(await isPublicKey(one.public_key))) return { refused: `A public_key of ${type} is no COSE key.` }
        }
        const userHandle = handle ? Buffer.from(handle, 'base64').toString('base64url') : undefined
        const identifiers = namesOf(userHandle)
        if ('refused' in identifiers) return identifiers
        const options = { identifiers, ...(userHandle !== undefined && { userHandle }) }
        const keys = readKeys(credentials)
        return (_seals, identity, now) => withKeys(identity, type, keys, now, options)
      },
    })),
  }
}

async function isPublicKey(text: string): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = (await loadWebAuthn()).helpers
  try {
    const read = decodeCredentialPublicKey(new Uint8Array(Buffer.from(text, 'base64')))
    return read.get(cose.COSEKEYS.kty) !== undefined && read.get(cose.COSEKEYS.alg) !== undefined
  } catch {
    // If the parser fails, it is no key.
    return false
  }
}
