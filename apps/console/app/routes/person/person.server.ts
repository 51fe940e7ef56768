import {
  personName,
  schemaFields,
  type Identity,
  labelOfField,
  textOfValue,
  valueAt,
} from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { seenSession } from '../../people/device.server.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { type ListedSchema, titleOf } from '../../traits/schema-document.ts'
import { shownCredentials } from './credentials.server.ts'

/** Everything that a person's page shows. */
export async function loadPerson(scope: ProjectContext, id: string) {
  const details = await readPerson(scope, id)
  const { identity, schema, engine, access, sessions, events } = details
  return {
    engine,
    person: { ...presentPerson(identity), organizationName: details.organization_label },
    schema: schema === null ? identity.schema_id : titleOf(schema),
    traits: shownTraits(identity, schema ?? undefined),
    credentials: shownCredentials(identity, access),
    recoveryWays: access.recovery,
    sessions: sessions.map(seenSession),
    events: (events ?? []).map(({ id: eventId, type, time }) => ({ id: eventId, type, time })),
    showsEvents: events !== null,
  }
}

function presentPerson(identity: Identity) {
  const { verifiable_addresses: addresses = [], recovery_addresses: recovery = [] } = identity
  return {
    id: identity.id,
    name: personName(identity),
    state: identity.state,
    externalId: identity.external_id ?? '',
    organization: identity.organization_id ?? '',
    createdAt: identity.created_at,
    updatedAt: identity.updated_at,
    addresses: addresses.map(({ value, verified, via, verified_at: at }) => ({ value, verified, via, at: at ?? '' })),
    recovery: recovery.map(({ value, via }) => ({ value, via })),
    metadataPublic: jsonText(identity.metadata_public),
    metadataAdmin: jsonText(identity.metadata_admin),
  }
}

function shownTraits({ traits }: Identity, schema: ListedSchema | undefined) {
  const fields = schema === undefined ? [] : schemaFields(schema.schema)
  const known = fields.map((field) => ({ label: labelOfField(field), text: textOfValue(valueAt(traits, field.name)) }))
  const roots = new Set(fields.map(({ name }) => name.split('.')[1]))
  const others = Object.entries(traits).filter(([key]) => !roots.has(key))
  return [...known, ...others.map(([label, value]) => ({ label, text: textOfValue(value) }))]
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
