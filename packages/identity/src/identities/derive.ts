import { randomUUID } from 'node:crypto'

import type { Channel } from '@gatehouse/contract/identities'

import { normalizeAddress, normalizeIdentifier } from './address.ts'
import type { Credential, CredentialType, Identity, RecoveryAddress, VerifiableAddress } from './identity.ts'
import { credentialKind, typesWith } from './credential-kinds.ts'
import { isIdentifierOf } from './extension.ts'
import type { ExtendedTrait } from './schema.ts'

interface Address {
  readonly value: string
  readonly via: Channel
}

/** The parts of an identity that follow from its traits. */
export type Derived = Pick<Identity, 'verifiableAddresses' | 'recoveryAddresses' | 'credentials'>

/**
 * Derives identifiers and addresses from the traits that a schema marks. Unchanged ones keep their row (id, verified
 * state, credential config); those that the traits no longer have are removed.
 */
export function deriveFromTraits(extended: readonly ExtendedTrait[], previous: Derived, now: number): Derived {
  const traits = extended.filter((trait): trait is ExtendedTrait & { value: string } => {
    return typeof trait.value === 'string' && trait.value.trim() !== ''
  })
  const verifiable = new Map(previous.verifiableAddresses.map((row) => [keyOf(row), row]))
  const recovery = new Map(previous.recoveryAddresses.map((row) => [keyOf(row), row]))
  return {
    verifiableAddresses: distinct(addresses(traits, ({ extension }) => extension.verification?.via)).map(
      (address) => verifiable.get(keyOf(address)) ?? newVerifiableAddress(address, now),
    ),
    recoveryAddresses: distinct(addresses(traits, ({ extension }) => extension.recovery?.via)).map(
      (address) => recovery.get(keyOf(address)) ?? newRecoveryAddress(address, now),
    ),
    credentials: { ...previous.credentials, ...credentialsOf(traits, previous, now) },
  }
}

type StringTrait = ExtendedTrait & { readonly value: string }

function addresses(
  traits: readonly StringTrait[],
  channel: (trait: StringTrait) => Channel | '' | undefined,
): Address[] {
  return traits.flatMap((trait) => {
    const via = channel(trait)
    return via === undefined || via === '' ? [] : [{ value: normalizeAddress(trait.value, via), via }]
  })
}

function credentialsOf(traits: readonly StringTrait[], previous: Derived, now: number) {
  const codes = addresses(traits, ({ extension }) => {
    const code = extension.credentials?.code
    return code?.identifier === true ? (code.via ?? 'email') || 'email' : undefined
  })
  const identifiersOf = (type: CredentialType) =>
    traits
      .filter(({ extension }) => isIdentifierOf(extension, type))
      .map(({ value, extension }) => signInName(value, extension.credentials?.code?.via))
  return Object.fromEntries(
    [
      ...typesWith('isNamedByTraits').map((type) => credential(type, identifiersOf(type), undefined)),
      credential(
        'code',
        codes.map(({ value }) => value),
        { addresses: distinct(codes).map(({ value, via }) => ({ channel: via, address: value })) },
      ),
    ].flatMap((entry) => (entry ? [[entry.type, entry] as const] : [])),
  )

  function credential(
    type: CredentialType,
    identifiers: readonly string[],
    config: Credential['config'] | undefined,
  ): Credential | undefined {
    const old = previous.credentials[type]
    if (identifiers.length === 0 && old === undefined) return undefined
    const next = {
      type,
      identifiers: [...new Set(identifiers)],
      config: { ...old?.config, ...config },
      version: old?.version ?? credentialKind(type)?.firstVersion ?? 0,
      createdAt: old?.createdAt ?? now,
    }
    // Another sign-in name does not change the age of a password.
    const changed = old === undefined || JSON.stringify(old.config) !== JSON.stringify(next.config)
    return { ...next, updatedAt: changed ? now : old.updatedAt }
  }
}

/** Returns the sign-in name. A phone number that is also a code address has one spelling for all credentials. */
function signInName(value: string, codeVia: Channel | '' | undefined): string {
  return codeVia === 'sms' ? normalizeAddress(value, 'sms') : normalizeIdentifier(value)
}

/** Returns one of each value: the first. */
function distinct(list: readonly Address[]): readonly Address[] {
  const first = new Map<string, Address>()
  for (const address of list) if (!first.has(address.value)) first.set(address.value, address)
  return [...first.values()]
}

function keyOf({ value, via }: Address): string {
  return `${via}:${value}`
}

function newVerifiableAddress({ value, via }: Address, now: number): VerifiableAddress {
  const state = { verified: false, status: 'pending', verifiedAt: undefined } as const
  return { id: randomUUID(), value, via, ...state, createdAt: now, updatedAt: now }
}

function newRecoveryAddress({ value, via }: Address, now: number): RecoveryAddress {
  return { id: randomUUID(), value, via, createdAt: now, updatedAt: now }
}
