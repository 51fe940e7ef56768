import { z } from 'zod'

import type { CredentialImport, ImportedCredential, ReadyCredential } from '../credentials/credential-import.ts'
import type { PasswordHasher } from '../credentials/hasher.ts'
import type { Seals } from '../credentials/sealed.ts'
import { RefusalError } from '../http/answer.ts'
import type { Identity } from '../identities/identity.ts'

/** Credentials to import, by their type. */
export type CredentialsBody = Readonly<Record<string, ImportedCredential | undefined>>

/** Returns the shape of credentials on the wire. */
export function credentialsBody(imports: readonly CredentialImport[]): z.ZodType<CredentialsBody> {
  return z.strictObject(Object.fromEntries(imports.map(({ type, body }) => [type, body.optional()])))
}

/** Prepares credentials for an identity: passwords are hashed, the rest is checked. Throws a refusal. */
export async function prepareCredentials(
  body: CredentialsBody = {},
  hasher: PasswordHasher,
): Promise<readonly ReadyCredential[]> {
  const ready: ReadyCredential[] = []
  for (const imported of Object.values(body)) {
    const prepared = await imported?.prepare(hasher)
    if (typeof prepared === 'object') throw new RefusalError({ code: 400, reason: prepared.refused })
    if (prepared) ready.push(prepared)
  }
  return ready
}

/** Returns the identity with these credentials. */
export function withCredentials(
  seals: Seals,
  identity: Identity,
  ready: readonly ReadyCredential[],
  now: number,
): Identity {
  return ready.reduce((result, lay) => lay(seals, result, now), identity)
}
