import type { Credential, CredentialType, Identity } from '../identities/identity.ts'
import type { EventOf } from './recorder.ts'

/** Returns the event of a new account. */
export function identityCreated(identity: Identity): EventOf<'IdentityCreated'> {
  const { id, schemaId, state, organizationId } = identity
  return [
    'IdentityCreated',
    { identityId: id, by: 'self' },
    { schema_id: schemaId, state, organization_id: organizationId ?? null, credentials: usable(identity) },
  ]
}

/** Returns the event of a changed account; nothing: no recorded part has changed. */
export function identityUpdated(before: Identity, after: Identity): EventOf<'IdentityUpdated'> | undefined {
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
  return [
    'IdentityUpdated',
    { identityId: after.id, by: 'self' },
    {
      changed: names,
      credentials_added: added,
      credentials_changed: changed,
      credentials_removed: removed,
      state: after.state,
    },
  ]
}

/** Returns the event of a deleted account. */
export function identityDeleted(identityId: string): EventOf<'IdentityDeleted'> {
  return ['IdentityDeleted', { identityId, by: 'self' }, {}]
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
