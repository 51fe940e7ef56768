import { isDeepStrictEqual } from 'node:util'

import { runsHook } from '../steps/hooks.ts'
import { normalizeAddress } from '../../identities/address.ts'
import { applyTraits } from '../../identities/compose.ts'
import type { Identity, Traits } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { PendingAddressChange, TraitChange } from '../ports/pending-address-changes.ts'
import { unverified, verifyingStrategy } from '../verification/open.ts'

/** A change that waits for the proof of its addresses. */
export type HeldChange = Pick<PendingAddressChange, 'traits' | 'addresses'>

/** A change, split by the time from which it counts. */
export interface PartedChange {
  /** The account with the part that counts at once. */
  readonly applied: Identity
  readonly held: readonly HeldChange[]
}

/**
 * Splits a change if the service hides which accounts exist (`security.account_enumeration.mitigate`), or if new
 * addresses need a proof first (the hook `verify_new_address` of the profile): a trait with a new address waits as a
 * whole until that is proved, and the rest counts at once. `proved` are addresses that need no further proof. Sign-in
 * names that receive no message cannot be hidden.
 */
export function holdBack(
  context: Pick<FlowContext, 'config' | 'schemas' | 'strategies'>,
  before: Identity,
  changed: Identity,
  now: number,
  proved: readonly string[] = [],
): PartedChange {
  const whole: PartedChange = { applied: changed, held: [] }
  if (!holdsBack(context) || !verifyingStrategy(context)) return whole
  const known = new Set([...before.verifiableAddresses.map(({ value }) => value), ...proved])
  const added = unverified(changed).filter(({ value }) => !known.has(value))
  if (added.length === 0) return whole

  const schema = context.schemas.get(changed.schemaId) ?? context.schemas.standard
  const addressesIn = new Map<string, HeldChange['addresses']>()
  for (const { trait, value, extension } of schema.check(changed.traits).extended) {
    const { via } = extension.verification ?? {}
    if (typeof value !== 'string' || via === undefined || via === '') continue
    const own = added.filter((row) => row.via === via && row.value === normalizeAddress(value, via))
    const sofar = addressesIn.get(trait) ?? []
    const more = own.filter((row) => !sofar.some((other) => other.value === row.value))
    if (more.length > 0) addressesIn.set(trait, [...sofar, ...more.map(({ value, via }) => ({ value, via }))])
  }
  // Remaining addresses keep their rows and their proof, unless an administrator or a hook has stated another.
  const { recoveryAddresses } = before
  const stays = ({ id }: Identity['verifiableAddresses'][number]) =>
    changed.verifiableAddresses.find((row) => row.id === id)
  const rows = before.verifiableAddresses.map((row) => stays(row) ?? row)
  const vouched = changed.verifiableAddresses.filter(({ value, verified }) => verified && !known.has(value))
  const base = { ...changed, verifiableAddresses: [...rows, ...vouched], recoveryAddresses }
  const reverted = [...addressesIn.keys()]
  const composed = applyTraits(schema, base, withTraits(changed.traits, before.traits, reverted), now)
  if (composed.kind === 'composed') {
    const held = [...addressesIn].map(([trait, addresses]) => ({
      traits: changesOf(before.traits, changed.traits, [trait]),
      addresses,
    }))
    return { applied: composed.identity, held }
  }
  // The rest is not valid without the new address: then all of it waits.
  const differing = Object.keys({ ...before.traits, ...changed.traits }).filter(
    (trait) => !isDeepStrictEqual(traitOf(before.traits, trait), traitOf(changed.traits, trait)),
  )
  return {
    applied: {
      ...base,
      verifiableAddresses: rows,
      schemaId: before.schemaId,
      traits: before.traits,
      credentials: before.credentials,
    },
    held: [
      {
        traits: changesOf(before.traits, changed.traits, differing),
        addresses: added.map(({ value, via }) => ({ value, via })),
      },
    ],
  }
}

function holdsBack({ config: { security, selfservice } }: Pick<FlowContext, 'config'>): boolean {
  return (
    security.accountEnumerationMitigate || runsHook(selfservice.flows.settings.after, 'profile', 'verify_new_address')
  )
}

/** Returns the traits with these changes; nothing, if one of the traits has changed since. */
export function withPendingTraits(traits: Traits, changes: PendingAddressChange['traits']): Traits | undefined {
  const names = Object.keys(changes)
  const isSame = names.every((name) => sameJson(traitOf(traits, name), changes[name]?.before))
  if (!isSame) return undefined
  const after = Object.fromEntries(names.map((name) => [name, changes[name]?.after]))
  return withTraits(traits, after, names)
}

function changesOf(before: Traits, after: Traits, names: readonly string[]): Readonly<Record<string, TraitChange>> {
  return Object.fromEntries(
    names.map((name) => [name, { before: traitOf(before, name), after: traitOf(after, name) }] as const),
  )
}

/** `traits`, with these names as in `other`. */
function withTraits(traits: Traits, other: Traits, names: readonly string[]): Traits {
  const entries = Object.entries({
    ...traits,
    ...Object.fromEntries(names.map((name) => [name, traitOf(other, name)])),
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function traitOf(traits: Traits, name: string): unknown {
  return Object.hasOwn(traits, name) ? traits[name] : undefined
}

/** Compares as stored: objects from requests have no prototype. */
function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one === undefined ? undefined : JSON.parse(JSON.stringify(one)), other)
}
