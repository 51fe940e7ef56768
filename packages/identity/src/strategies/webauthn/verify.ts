import type * as server from '@simplewebauthn/server'
import type * as serverHelpers from '@simplewebauthn/server/helpers'
import { withoutTrailing } from '@gatehouse/contract/http'

import type { RelyingParty } from '../../configuration/config.ts'
import type { Key } from '../../credentials/webauthn-keys.ts'
import type { Assertion, Attestation } from './answers.ts'
import { algorithms } from './options.ts'

/** A new key, or nothing: the answer is not for this challenge, page or domain. */
export type NewKey = Pick<Key, 'id' | 'publicKey' | 'signCount' | 'aaguid'>

/**
 * Checks an attestation. `mayBeAbsent`: browsers create passkeys without asking after a recent sign-in, and then no
 * person was present (WebAuthn level 3, conditional mediation of a registration); `wasPresent` reports it.
 */
export async function verifyAttestation(
  rp: RelyingParty,
  challenge: string,
  { response, ...rest }: Attestation,
  { mayBeAbsent = false } = {},
): Promise<(NewKey & { readonly wasPresent: boolean }) | undefined> {
  const { verifyRegistrationResponse, helpers } = await loadWebAuthn()
  if (isFramed(response.clientDataJSON, helpers)) return undefined
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...rest, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      requireUserPresence: !mayBeAbsent,
      requireUserVerification: rp.needsVerifiedUser,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified || registrationInfo.credential.id !== withoutPadding(rest.id)) return undefined
    const { credential, aaguid, attestationObject } = registrationInfo
    const { flags } = helpers.parseAuthenticatorData(helpers.decodeAttestationObject(attestationObject).get('authData'))
    return {
      wasPresent: flags.up,
      id: credential.id,
      publicKey: credential.publicKey,
      signCount: credential.counter,
      aaguid: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
    }
  } catch {
    // The library throws at any mismatch; each of these means the same to the person.
    return undefined
  }
}

/**
 * Returns the key's counter after this answer, and whether the device has verified its user; nothing: not proved. A
 * counter that does not grow indicates a copied key.
 */
export async function verifyAssertion(
  rp: RelyingParty,
  challenge: string,
  key: Key,
  { response, ...rest }: Assertion,
): Promise<{ readonly signCount: number; readonly isHolderChecked: boolean } | undefined> {
  const { verifyAuthenticationResponse, helpers } = await loadWebAuthn()
  if (isFramed(response.clientDataJSON, helpers)) return undefined
  const { userHandle, ...proof } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: { ...proof, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      credential: { id: key.id, publicKey: new Uint8Array(key.publicKey), counter: key.signCount },
      requireUserVerification: rp.needsVerifiedUser,
    })
    const { newCounter: signCount, userVerified: isHolderChecked } = authenticationInfo
    return verified ? { signCount, isHolderChecked } : undefined
  } catch {
    return undefined
  }
}

/** Checks for an answer requested by a page inside another site's page. */
function isFramed(clientDataJSON: string, { decodeClientDataJSON }: WebAuthnLibrary['helpers']): boolean {
  try {
    return decodeClientDataJSON(clientDataJSON).crossOrigin === true
  } catch {
    return true
  }
}

function withoutPadding(base64url: string): string {
  return withoutTrailing(base64url, '=')
}

/** The library that checks the answers of authenticators. */
type WebAuthnLibrary = typeof server & {
  readonly helpers: typeof serverHelpers
}

/**
 * Loads the library when the first key is used: with the formats of certificates it is three hundred modules, a quarter
 * of the service, and most starts need none of them.
 */
export async function loadWebAuthn(): Promise<WebAuthnLibrary> {
  const [library, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...library, helpers }
}
