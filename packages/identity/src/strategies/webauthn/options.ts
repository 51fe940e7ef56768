import { randomBytes } from 'node:crypto'

import type { PasskeyPolicy, RelyingParty } from '../../configuration/config.ts'
import type { Key } from '../../credentials/webauthn-keys.ts'

/** Signature algorithms that keys may use, the best known first (COSE ids). */
export const algorithms = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8] as const

/** The differences between the two methods. Time in milliseconds. */
export interface KeyPolicy {
  readonly timeout: number
  readonly userVerification: PasskeyPolicy['userVerification']
  /** Stored on the device, and found without a sign-in name. Absent: a key for a known sign-in name. */
  readonly discoverable?: Pick<PasskeyPolicy, 'attachment' | 'residentKey' | 'attestation'>
}

/** `webauthn`: the sign-in name or the session finds the key, and a touch is enough. */
export const securityKeyPolicy: KeyPolicy = {
  timeout: 120_000,
  userVerification: 'discouraged',
}
/** `passkey`: it is the only factor, so the device verifies its user if it can, unless the operator demands more. */
export function passkeyPolicy(policy: PasskeyPolicy, use: 'making' | 'sign_in'): KeyPolicy {
  const { userVerification, makingMs, signInMs } = policy
  return { timeout: use === 'making' ? makingMs : signInMs, userVerification, discoverable: policy }
}

/** Returns an unpredictable challenge: 32 bytes as base64url. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns options for `navigator.credentials.create`; bytes are base64url. */
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

/** Returns options for `navigator.credentials.get`. Without keys the person chooses among those of the device. */
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
