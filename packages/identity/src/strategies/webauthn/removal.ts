import type { UiNode } from '@gatehouse/contract/flows'

import type { IdentityConfig } from '../../configuration/config.ts'
import { countFirstFactors } from '../../identities/first-factors.ts'
import type { Identity } from '../../identities/identity.ts'
import { lastWayIn, noSuchKey, removeKeyLabel, removePasskeyLabel } from '../../messages/webauthn.ts'
import { inputNode } from '../../nodes/node.ts'
import type { SettingsAttempt, SettingsOutcome } from '../../flows/ports/strategy.ts'
import { hexId, keysOf, withKeys } from '../../credentials/webauthn-keys.ts'
import type { Key } from '../../credentials/webauthn-keys.ts'
import type { KeyType } from '../../identities/credential-kinds.ts'

type Methods = IdentityConfig['selfservice']['methods']

/** The button that takes a key away; pressed in vain while the key is the last way to sign in. */
export function removeNode(identity: Identity, type: KeyType, key: Key, methods: Methods): UiNode {
  const label = type === 'webauthn' ? removeKeyLabel : removePasskeyLabel
  const options = { value: hexId(key), disabled: isLastWayIn(identity, type, key, methods) }
  return inputNode(type, `${type}_remove`, 'submit', options, label(key.displayName || 'unnamed', key.addedAt))
}

/** Takes one of the person's own keys away, but never the last way to sign in. */
export function removeKey(
  { identity, now }: SettingsAttempt,
  type: KeyType,
  hex: string,
  methods: Methods,
): SettingsOutcome {
  const key = keysOf(identity, type).find((one) => hexId(one) === hex.toLowerCase())
  if (!key) return { kind: 'rejected', form: [noSuchKey()] }
  if (isLastWayIn(identity, type, key, methods)) return { kind: 'rejected', form: [lastWayIn()] }
  return {
    kind: 'changed',
    // Another tab may have removed the other way in meanwhile.
    change: (fresh) => (isLastWayIn(fresh, type, key, methods) ? fresh : without(fresh, type, key, now)),
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

/** A second factor can always go. */
function isLastWayIn(identity: Identity, type: KeyType, key: Key, methods: Methods): boolean {
  if (!key.isPasswordless || !holds(identity, type, key)) return false
  return countFirstFactors(without(identity, type, key, 0), methods) === 0
}
