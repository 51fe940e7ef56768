import { randomBytes } from 'node:crypto'

import type { PasskeyPolicy, RelyingParty } from '../../configuration/config.ts'
import type { Key } from '../../credentials/webauthn-keys.ts'

/** Signature algorithms that keys may use, the best known first (COSE ids). */
export const algorithms = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8] as const

/** What differs between the two methods. Time in milliseconds. */
export interface KeyPolicy {
  readonly timeout: number
  readonly userVerification: PasskeyPolicy['userVerification']
  /** Kept by the device itself, and found without a sign-in name. Absent: a key for a known sign-in name. */
  readonly discoverable?: Pick<PasskeyPolicy, 'attachment' | 'residentKey' | 'attestation'>
}

/** `webauthn`: the key is found by the sign-in name or the session, and a touch is enough. */
export const securityKeyPolicy: KeyPolicy = {
  timeout: 120_000,
  userVerification: 'discouraged',
}
/** `passkey`: nothing else is asked for, so the device checks who holds it where it can, unless the operator says more. */
export function passkeyPolicy(policy: PasskeyPolicy, use: 'making' | 'sign_in'): KeyPolicy {
  const { userVerification, makingMs, signInMs } = policy
  return { timeout: use === 'making' ? makingMs : signInMs, userVerification, discoverable: policy }
}

/** An unpredictable challenge: 32 bytes as base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}

/** Options for `navigator.credentials.create`; bytes are base64url. */
export function creationOptions(
  rp: RelyingParty,
  policy: KeyPolicy,
  user: { readonly handle: string; readonly name: string },
  present: readonly Key[] = [],
) {
  const { timeout, userVerification, discoverable } = policy
  return {
    publicKey: {
      rp: { name: rp.displayName, id: rp.id },
      user: { name: user.name, displayName: user.name, id: user.handle },
      challenge: newChallenge(),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout,
      ...(present.length > 0 && { excludeCredentials: present.map(descriptor) }),
      authenticatorSelection: discoverable
        ? {
            authenticatorAttachment: discoverable.attachment,
            requireResidentKey: discoverable.residentKey === 'required',
            residentKey: discoverable.residentKey,
            userVerification,
          }
        : { userVerification },
      ...(discoverable && discoverable.attestation !== 'none' && { attestation: discoverable.attestation }),
    },
  }
}

/** Options for `navigator.credentials.get`. Without keys the person chooses among what the device knows. */
export function requestOptions(
  rp: RelyingParty,
  { timeout, userVerification }: KeyPolicy,
  keys: readonly Pick<Key, 'id'>[] = [],
) {
  return {
    publicKey: {
      challenge: newChallenge(),
      timeout,
      rpId: rp.id,
      ...(keys.length > 0 && { allowCredentials: keys.map(descriptor) }),
      userVerification,
    },
  }
}

function descriptor({ id }: Pick<Key, 'id'>) {
  return { type: 'public-key', id }
}
