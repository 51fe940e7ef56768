import { importPKCS8, SignJWT } from 'jose'

import type { OidcProviderConfig } from '../../../configuration/config.ts'

const lifespanSeconds = 300

/** A client secret that is a token signed with the key of an Apple developer team. Throws if the key is none. */
export async function signedClientSecret(
  { teamId, keyId, privateKey }: NonNullable<OidcProviderConfig['apple']>,
  clientId: string,
  now: number,
): Promise<string> {
  const key = await importPKCS8(privateKey.reveal(), 'ES256')
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifespanSeconds)
    .setAudience('https://appleid.apple.com')
    .setSubject(clientId)
    .sign(key)
}
