import { randomUUID } from 'node:crypto'

import { jsonSize } from '@gatehouse/platform/http'

import { bounds } from '../http/bounds.ts'
import { generic } from '../messages/validation.ts'
import { deriveFromTraits, type Derived } from './derive.ts'
import type { Identity, Traits } from './identity.ts'
import type { IdentitySchema } from './schema.ts'
import { traitFaults, type TraitFault } from './validate-traits.ts'

/** An identity that fits its schema, or the faults of its traits. */
export type Composed =
  | { readonly kind: 'composed'; readonly identity: Identity }
  | { readonly kind: 'invalid'; readonly faults: readonly TraitFault[] }

/** Creates a new, active identity with the credentials and addresses of its traits. Nothing is stored yet. */
export function composeIdentity(schema: IdentitySchema, traits: Traits, now: number): Composed {
  return applyTraits(schema, emptyIdentity(schema.id, now), traits, now)
}

/** Returns the identity of these traits, complete or not, for finding the owners of its addresses. */
export function draftOf(schema: IdentitySchema, traits: Traits, now: number): Identity {
  const empty = emptyIdentity(schema.id, now)
  if (excessOf(traits) !== undefined) return empty
  return { ...empty, traits, ...deriveFromTraits(schema.check(traits).extended, empty, now) }
}

function emptyIdentity(schemaId: string, now: number): Identity {
  return {
    id: randomUUID(),
    revision: 0,
    externalId: undefined,
    schemaId,
    state: 'active',
    stateChangedAt: now,
    traits: {},
    metadataPublic: null,
    metadataAdmin: null,
    organizationId: undefined,
    verifiableAddresses: [],
    recoveryAddresses: [],
    credentials: {},
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns the identity with other traits; addresses and credential identifiers follow. Nothing is stored yet. */
export function applyTraits(schema: IdentitySchema, identity: Identity, traits: Traits, now: number): Composed {
  const excess = excessOf(traits)
  if (excess !== undefined) return excessive(excess)
  const verdict = schema.check(traits)
  if (verdict.errors.length > 0) return { kind: 'invalid', faults: traitFaults(verdict.errors, schema.fields) }
  const derived = deriveFromTraits(verdict.extended, identity, now)
  if (namesOf(derived) > bounds.addressesOfIdentity) {
    return excessive(`An account can have at most ${bounds.addressesOfIdentity} addresses and sign-in names.`)
  }
  return { kind: 'composed', identity: { ...identity, ...derived, schemaId: schema.id, traits, updatedAt: now } }
}

function excessive(reason: string): Composed {
  return { kind: 'invalid', faults: [{ name: 'traits', message: generic(reason) }] }
}

/** Returns the message about traits that exceed the bounds, with the limit; nothing: they do not. */
function excessOf(traits: Traits): string | undefined {
  const text = JSON.stringify(traits)
  if (text.length > bounds.charactersOfDocument) {
    return `The data of an account can have at most ${bounds.charactersOfDocument} characters; these have ${text.length}.`
  }
  const { values, depth } = jsonSize(text)
  if (values > bounds.valuesOfTraits) return `The data of an account can have at most ${bounds.valuesOfTraits} fields.`
  return depth > bounds.depthOfAdminBody ? 'The data of an account is nested too deeply.' : undefined
}

function namesOf({ verifiableAddresses, recoveryAddresses, credentials }: Derived): number {
  const identifiers = Object.values(credentials).map((credential) => credential.identifiers.length)
  return Math.max(verifiableAddresses.length, recoveryAddresses.length, ...identifiers)
}
