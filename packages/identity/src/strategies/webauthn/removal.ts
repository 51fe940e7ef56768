import type { UiNode } from '@gatehouse/contract/flows'

import type { Identity } from '../../identities/identity.ts'
import { lastSignInMethod } from '../../messages/account-rule.ts'
import { noSuchKey, removeKeyLabel, removePasskeyLabel } from '../../messages/webauthn.ts'
import { inputNode } from '../../nodes/node.ts'
import type { SettingsAttempt, SettingsOutcome } from '../../flows/ports/strategy.ts'
import { hexId, keysOf, withKeys, type Key } from '../../credentials/webauthn-keys.ts'
import type { KeyDependencies } from './dependencies.ts'
import type { KeyType } from '../../identities/credential-kinds.ts'

type Counting = Pick<KeyDependencies, 'config' | 'countFirstFactors'>

/** Returns the button that removes a key; disabled while the key is the last sign-in method. */
export function removeNode(identity: Identity, type: KeyType, key: Key, counting: Counting): UiNode {
  const label = type === 'webauthn' ? removeKeyLabel : removePasskeyLabel
  const options = { value: hexId(key), disabled: isLastWayIn(identity, type, key, counting) }
  return inputNode(type, `${type}_remove`, 'submit', options, label(key.displayName || 'unnamed', key.addedAt))
}

/** Removes one of the person's own keys, but never the last sign-in method. */
export function removeKey(
  { identity, now }: SettingsAttempt,
  type: KeyType,
  hex: string,
  counting: Counting,
): SettingsOutcome {
  const key = keysOf(identity, type).find((one) => hexId(one) === hex.toLowerCase())
  if (!key) return { kind: 'rejected', form: [noSuchKey()] }
  if (isLastWayIn(identity, type, key, counting)) return { kind: 'rejected', form: [lastSignInMethod()] }
  return {
    kind: 'changed',
    // Another tab may have removed the other method meanwhile.
    change: (fresh) => (isLastWayIn(fresh, type, key, counting) ? fresh : without(fresh, type, key, now)),
  }
}

/** True if the account has this key already. */
export function holds(identity: Identity, type: KeyType, { id }: Pick<Key, 'id'>): boolean {
  return keysOf(identity, type).some((key) => key.id === id)
}

function without(identity: Identity, type: KeyType, { id }: Key, now: number): Identity {
  return withKeys(
    identity,
    type,
    keysOf(identity, type).filter((key) => key.id !== id),
    now,
  )
}

/** Checks for the last sign-in method. A second factor can always be removed. */
function isLastWayIn(identity: Identity, type: KeyType, key: Key, counting: Counting): boolean {
  if (!key.isPasswordless || !holds(identity, type, key)) return false
  return counting.countFirstFactors(without(identity, type, key, 0), counting.config.selfservice.methods) === 0
}
