import type { z } from 'zod'

import type { Transactions } from '@gatehouse/platform/database'
import type { Clock } from '@gatehouse/platform/work'
import type { Seals } from '../credentials/sealed.ts'
import type { PasswordHasher } from '../credentials/hasher.ts'
import { bounds } from '../http/bounds.ts'
import { RefusalError } from '../http/answer.ts'
import { withState } from '../identities/change-identity.ts'
import { applyTraits, composeIdentity, type Composed } from '../identities/compose.ts'
import type { Identity } from '../identities/identity.ts'
import type { AddressProofs } from '../flows/steps/address-proofs.ts'
import type { IdentitySchema } from '../identities/schema.ts'
import type { IdentitySchemas } from '../identities/schemas.ts'
import type { IdentityStore, IdentityWrite } from '../identities/identity-store.ts'
import type { CreateIdentityBody, patchedIdentity, UpdateIdentityBody } from './bodies.ts'
import { withStatedAddresses } from '../identities/stated-addresses.ts'
import { prepareCredentials, withCredentials } from './import-credentials.ts'

/**
 * The dependencies of changing identities: `hasher` for passwords in clear text, `seals` for secrets that are read
 * back.
 */
export interface IdentityChangesDeps {
  readonly identities: IdentityStore
  readonly addressProofs: Pick<AddressProofs, 'vouch'>
  readonly schemas: IdentitySchemas
  readonly hasher: PasswordHasher
  readonly seals: Seals
  readonly clock: Clock
  readonly transactions: Transactions
}

/** An administrator's changes of identities. Faults are thrown as refusals. */
export interface IdentityChanges {
  create(body: CreateIdentityBody): Promise<Identity>
  /** Calls `find` in the transaction of the write, so that no change in between is lost. */
  replace(find: () => Promise<Identity>, body: UpdateIdentityBody): Promise<Identity>
  /** Calls `work` for the new identity in the transaction of the write. */
  patch(
    work: () => Promise<{ readonly identity: Identity; readonly patched: z.output<typeof patchedIdentity> }>,
  ): Promise<Identity>
}

/** Refuses with 400 an unknown schema and traits that do not fit one, with 409 values that another identity has. */
export function createIdentityChanges({
  identities,
  addressProofs,
  schemas,
  hasher,
  seals,
  clock,
  transactions,
}: IdentityChangesDeps): IdentityChanges {
  function schemaOf(id: string): IdentitySchema {
    const schema = id === '' ? schemas.standard : schemas.resolve(id)
    if (schema) return schema
    throw new RefusalError({
      code: 400,
      reason: `There is no identity schema "${id.slice(0, bounds.charactersOfQuotation)}".`,
    })
  }

  return {
    create: async (body) => {
      requireSmallMetadata(body)
      const schema = schemaOf(body.schema_id ?? '')
      requireComposed(composeIdentity(schema, body.traits, clock()))
      const credentials = await prepareCredentials(body.credentials ?? undefined, hasher)
      const now = clock()
      const composed = requireComposed(composeIdentity(schema, body.traits, now))
      const described: Identity = {
        ...composed,
        id: body.id ?? composed.id,
        state: body.state || 'active',
        externalId: body.external_id || undefined,
        metadataPublic: body.metadata_public ?? null,
        metadataAdmin: body.metadata_admin ?? null,
        organizationId: body.organization_id ?? undefined,
      }
      const verified = withStatedAddresses(described, body.verifiable_addresses ?? undefined, now)
      const identity = withCredentials(seals, verified, credentials, now)
      return requireWritten(await identities.insert(identity))
    },
    replace: async (find, body) => {
      await find()
      requireSmallMetadata(body)
      const credentials = await prepareCredentials(body.credentials ?? undefined, hasher)
      return transactions.durable(async () => {
        const identity = await find()
        const now = clock()
        const schema = schemaOf(body.schema_id || identity.schemaId)
        const composed = requireComposed(applyTraits(schema, identity, body.traits, now))
        const described: Identity = {
          ...withState(composed, body.state || identity.state, now),
          externalId: body.external_id || undefined,
          metadataPublic: body.metadata_public ?? null,
          metadataAdmin: body.metadata_admin ?? null,
        }
        return requireWritten(await identities.update(withCredentials(seals, described, credentials, now)))
      })
    },
    patch: (work) =>
      transactions.durable(async () => {
        const { identity, patched } = await work()
        requireSmallMetadata(patched)
        const now = clock()
        const composed = requireComposed(applyTraits(schemaOf(patched.schema_id), identity, patched.traits, now))
        const described: Identity = {
          ...withState(composed, patched.state, now),
          externalId: patched.external_id || undefined,
          metadataPublic: patched.metadata_public ?? null,
          metadataAdmin: patched.metadata_admin ?? null,
          organizationId: patched.organization_id ?? undefined,
        }
        return requireWritten(
          await addressProofs.vouch(withStatedAddresses(described, patched.verifiable_addresses, now)),
        )
      }),
  }
}

/** Refuses metadata that is too large for every session to carry. */
function requireSmall(name: string, document: unknown): void {
  const { length } = JSON.stringify(document ?? null)
  if (length <= bounds.charactersOfDocument) return
  const reason = `"${name}" can have at most ${bounds.charactersOfDocument} characters of JSON; it has ${length}.`
  throw new RefusalError({ code: 400, reason })
}

function requireSmallMetadata(body: { readonly metadata_public?: unknown; readonly metadata_admin?: unknown }): void {
  requireSmall('metadata_public', body.metadata_public)
  requireSmall('metadata_admin', body.metadata_admin)
}

function requireComposed(composed: Composed): Identity {
  if (composed.kind === 'composed') return composed.identity
  const reason = composed.faults.map(({ name, message }) => `${name}: ${message.text}`).join('\n')
  throw new RefusalError({ code: 400, reason })
}

const conflicts = {
  identifier: 'Another identity signs in with one of these identifiers.',
  address: 'Another identity has one of these addresses.',
  external_id: 'Another identity has this external id.',
  id: 'Another identity has this id, or the identity has been deleted.',
} as const

function requireWritten(write: IdentityWrite): Identity {
  if (write.kind === 'conflict') throw new RefusalError({ code: 409, reason: conflicts[write.field] })
  return write.identity
}
