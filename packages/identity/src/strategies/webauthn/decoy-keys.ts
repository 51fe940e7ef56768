import { createHmac } from 'node:crypto'

import type { Secret } from '@gatehouse/platform/secrets'
import { normalizeIdentifier } from '../../identities/address.ts'
import type { Key } from '../../credentials/webauthn-keys.ts'

/**
 * Keys of no account, for a sign-in name without keys, where answers must not tell who has an account: always the
 * same ones for the same name, as those of an account would be (Web Authentication, section 14.6.2). One or two, so
 * that the number says nothing either. Throws where `secrets.default` is empty.
 */
export function decoyKeys(secrets: readonly Secret[], identifier: string): readonly Pick<Key, 'id'>[] {
  const [secret] = secrets
  if (!secret) throw new Error('secrets.default is empty')
  const digest = (about: string): Buffer =>
    createHmac('sha256', secret.reveal())
      .update(`${about}\n${normalizeIdentifier(identifier)}`)
      .digest()
  const count = (digest('decoy key count')[0] ?? 0) < 64 ? 2 : 1
  return Array.from({ length: count }, (_, index) => ({ id: digest(`decoy key ${index}`).toString('base64url') }))
}
