import type { Identity } from '@gatehouse/contract/identity'
import { personName } from '@gatehouse/contract/person-name'
import { schemaFields } from '@gatehouse/contract/schema-fields'
import type { ProjectRoom } from '../../control-plane/place.server.ts'
import { organizationLabel } from '../../organizations/label.server.ts'
import { loaded } from '../../people/answers.server.ts'
import { seenSession } from '../../people/device.server.ts'
import { isAble } from '../../people/engine.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { labelOfField, textOfValue, valueAt } from '../../traits/field-text.ts'
import { type ListedSchema, titleOf } from '../../traits/schema-document.ts'
import { shownCredentials } from './credentials.server.ts'

const mostSessions = 50
const mostEvents = 20

/** Everything that a person's page shows. */
export async function loadPerson(page: ConsoleRequest, room: ProjectRoom, id: string) {
  const [{ body: identity }, engine] = await Promise.all([
    loaded(page, room.admin.getIdentity({ id })),
    room.load('getIdentityEngine'),
  ])
  const showsEvents = isAble(engine, 'activity') && room.may('listIdentityEvents')
  const [access, organizationName, schemas, sessions, { events }] = await Promise.all([
    room.load('getIdentityAccess', { params: { id } }),
    organizationLabel(room, identity.organization_id ?? ''),
    room.load('listIdentitySchemas'),
    loaded(page, room.admin.listIdentitySessions({ id }, { page_size: mostSessions })),
    showsEvents
      ? room.load('listIdentityEvents', { params: { identity_id: id }, query: { page_size: String(mostEvents) } })
      : { events: [] },
  ])
  const schema = schemas.find((one) => one.id === identity.schema_id)
  return {
    engine,
    person: { ...presentPerson(identity), organizationName },
    schema: schema === undefined ? identity.schema_id : titleOf(schema),
    traits: shownTraits(identity, schema),
    credentials: shownCredentials(identity, access),
    recoveryWays: access.recovery,
    sessions: sessions.body.map(seenSession),
    events: events.map(({ id: eventId, type, time }) => ({ id: eventId, type, time })),
    showsEvents,
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
