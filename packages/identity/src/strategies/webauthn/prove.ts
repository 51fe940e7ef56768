import { withoutTrailing } from '@gatehouse/contract/http'
import type { RelyingParty } from '../../configuration/config.ts'
import type { Identity } from '../../identities/identity.ts'
import type { Assertion } from './answers.ts'
import { takeChallenge } from './challenges.ts'
import type { KeyDependencies } from './dependencies.ts'
import { keysOf, withKeys, type Key } from '../../credentials/webauthn-keys.ts'
import type { KeyType } from '../../identities/credential-kinds.ts'
import { verifyAssertion } from './verify.ts'

/** The input of checking an answer. */
export interface Proof {
  readonly type: KeyType
  readonly rp: RelyingParty
  readonly flowId: string
  /** The node that carries the challenge. */
  readonly field: string
  readonly identity: Identity
  /** Checks that a key of the account counts here. */
  readonly accepts: (key: Key) => boolean
  readonly now: number
}

/**
 * The result of verifying an answer by a key. `identity` has the key with its new counter and its use;
 * `isHolderChecked`: the device verified a fingerprint, a face or a PIN.
 */
export type Proved =
  | { readonly kind: 'proved'; readonly identity: Identity; readonly isHolderChecked: boolean }
  | { readonly kind: 'unknown_key' }
  | { readonly kind: 'not_proved' }

/** Checks an answer against the flow's challenge and the account's key, and records the use of the key. */
export async function proveKey(dependencies: KeyDependencies, proof: Proof, answer: Assertion): Promise<Proved> {
  const { type, rp, flowId, field, identity, accepts, now } = proof
  const asked = await takeChallenge(dependencies, flowId, field)
  const find = (owner: Identity | undefined) =>
    owner && keysOf(owner, type).find(({ id }) => id === withoutTrailing(answer.id, '='))
  const key = find(identity)
  if (!key || !accepts(key)) return { kind: 'unknown_key' }
  const verified = asked && (await verifyAssertion(rp, asked.challenge, key, answer))
  if (verified === undefined) return { kind: 'not_proved' }
  const { signCount, isHolderChecked } = verified

  const { identities, transactions } = dependencies
  return transactions.durable(async (): Promise<Proved> => {
    // Meanwhile the key may have been removed or used at another sign-in.
    const fresh = await identities.find(identity.id)
    const current = find(fresh)
    if (!fresh || !current || !accepts(current)) return { kind: 'unknown_key' }
    const counts = signCount > 0 || current.signCount > 0
    if (counts && signCount <= current.signCount) return { kind: 'not_proved' }
    const used = { ...current, signCount, usedAt: now }
    const keys = keysOf(fresh, type).map((one) => (one.id === current.id ? used : one))
    const counted = { ...withKeys(fresh, type, keys, now), updatedAt: fresh.updatedAt }
    const written = await identities.update(counted, 'upkeep')
    return written.kind === 'written'
      ? { kind: 'proved', identity: written.identity, isHolderChecked }
      : { kind: 'not_proved' }
  })
}
