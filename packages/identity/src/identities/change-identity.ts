import type { IdentityState } from '@gatehouse/contract/identities'

import { applyTraits, type Composed } from './compose.ts'
import type { Identity, Traits } from './identity.ts'
import type { IdentitySchemas } from './schemas.ts'
import { withStatedAddresses, type StatedAddress } from './stated-addresses.ts'

/** A change of an account, by the names of the wire. Absent parts stay. */
export interface IdentityChange {
  readonly schema_id?: string
  readonly state?: IdentityState
  /** All of them. */
  readonly traits?: Traits
  readonly metadata_public?: unknown
  readonly metadata_admin?: unknown
  /** Empty: none. */
  readonly external_id?: string
  /** Values that the traits do not have take no effect. */
  readonly verifiable_addresses?: readonly StatedAddress[]
}

/** The changed account, or the reason why there is none. */
export type ChangedIdentity = Composed | { readonly kind: 'unknown_schema'; readonly id: string }

/** Applies a change. Nothing is stored yet. */
export function changeIdentity(
  schemas: IdentitySchemas,
  identity: Identity,
  change: IdentityChange,
  now: number,
): ChangedIdentity {
  const id = change.schema_id ?? identity.schemaId
  const schema = change.schema_id === undefined ? (schemas.get(id) ?? schemas.standard) : schemas.resolve(id)
  if (!schema) return { kind: 'unknown_schema', id }
  const isSameSchema = change.schema_id === undefined || schema.id === identity.schemaId
  const composed: Composed =
    isSameSchema && change.traits === undefined
      ? { kind: 'composed', identity }
      : applyTraits(schema, identity, change.traits ?? identity.traits, now)
  if (composed.kind === 'invalid') return composed
  const { identity: fitting } = composed
  const described: Identity = {
    ...withState(fitting, change.state ?? fitting.state, now),
    ...(change.metadata_public !== undefined && { metadataPublic: change.metadata_public }),
    ...(change.metadata_admin !== undefined && { metadataAdmin: change.metadata_admin }),
    ...(change.external_id !== undefined && { externalId: change.external_id || undefined }),
  }
  return { kind: 'composed', identity: withStatedAddresses(described, change.verifiable_addresses, now) }
}

/** Returns the account in this state, with the time of the change. */
export function withState(identity: Identity, state: IdentityState, now: number): Identity {
  return identity.state === state ? identity : { ...identity, state, stateChangedAt: now }
}
