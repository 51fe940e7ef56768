import type { Transactions } from '@gatehouse/platform/database'

import type { Credential, CredentialType, Identity } from '../identities/identity.ts'
import type { IdentityStore, LayeredIdentities } from '../identities/identity-store.ts'
import type { EventStore } from './event-store.ts'
import type { EventRecorder } from './recorder.ts'
import type { EventData } from './schema.ts'

/** Wraps the store of identities: it records events in the transaction of each change. */
export function recordedIdentities(
  identities: IdentityStore,
  deps: {
    readonly transactions: Transactions
    readonly recorder: EventRecorder
    readonly events: Pick<EventStore, 'forgetClients'>
  },
): LayeredIdentities {
  const { transactions, recorder, events } = deps
  return {
    ...identities,
    insert: (identity) =>
      transactions.durable(async () => {
        const written = await identities.insert(identity)
        if (written.kind === 'written') {
          await recorder.record(
            'IdentityCreated',
            { identityId: identity.id, by: 'self' },
            {
              schema_id: identity.schemaId,
              state: identity.state,
              organization_id: identity.organizationId ?? null,
              credentials: usable(identity),
            },
          )
        }
        return written
      }),
    update: (identity, cause, known) =>
      transactions.durable(async () => {
        const before = cause === 'upkeep' ? undefined : (known ?? (await identities.find(identity.id)))
        const written = await identities.update(identity)
        const change = before && written.kind === 'written' ? changeOf(before, identity) : undefined
        if (change) await recorder.record('IdentityUpdated', { identityId: identity.id, by: 'self' }, change)
        return written
      }),
    delete: (id) =>
      transactions.durable(async () => {
        const existed = await identities.delete(id)
        if (existed) {
          await events.forgetClients(id)
          await recorder.record('IdentityDeleted', { identityId: id, by: 'self' }, {})
        }
        return existed
      }),
  }
}

type View = (identity: Identity) => unknown

/** The parts whose change is recorded, by their name in the event. */
const parts: Readonly<Record<string, View>> = {
  traits: ({ traits }) => traits,
  state: ({ state }) => state,
  schema_id: ({ schemaId }) => schemaId,
  metadata_public: ({ metadataPublic }) => metadataPublic,
  metadata_admin: ({ metadataAdmin }) => metadataAdmin,
  external_id: ({ externalId }) => externalId,
  organization_id: ({ organizationId }) => organizationId,
  verifiable_addresses: ({ verifiableAddresses }) =>
    verifiableAddresses.map(({ value, via, verified }) => [value, via, verified]),
  recovery_addresses: ({ recoveryAddresses }) => recoveryAddresses.map(({ value, via }) => [value, via]),
}

function changeOf(before: Identity, after: Identity): EventData<'IdentityUpdated'> | undefined {
  const had = usable(before)
  const has = usable(after)
  const added = has.filter((type) => !had.includes(type))
  const removed = had.filter((type) => !has.includes(type))
  const changed = has.filter(
    (type) => had.includes(type) && differ(before, after, ({ credentials }) => essence(credentials[type])),
  )
  const names = Object.entries(parts).flatMap(([name, view]) => (differ(before, after, view) ? [name] : []))
  if (added.length + removed.length + changed.length > 0) names.push('credentials')
  if (names.length === 0) return undefined
  return {
    changed: names,
    credentials_added: added,
    credentials_changed: changed,
    credentials_removed: removed,
    state: after.state,
  }
}

/** Returns a credential without the time of its change. */
function essence(credential: Credential | undefined): unknown {
  return credential && [credential.identifiers, credential.config]
}

/** Returns the usable types. A credential without any content is a placeholder: no sign-in method. */
function usable({ credentials }: Identity): CredentialType[] {
  return Object.values(credentials)
    .filter(({ identifiers, config }) => identifiers.length > 0 || Object.keys(config).length > 0)
    .map(({ type }) => type)
}

function differ(before: Identity, after: Identity, view: View): boolean {
  return JSON.stringify(view(before)) !== JSON.stringify(view(after))
}
