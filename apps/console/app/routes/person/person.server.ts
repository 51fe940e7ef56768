import {
  personName,
  schemaFields,
  type Identity,
  labelOfField,
  textOfValue,
  valueAt,
} from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { eventNames } from '../../events/event-names.server.ts'
import { seenSession } from '../../people/device.server.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { type ListedSchema, titleOf } from '../../traits/schema-document.ts'
import { shownCredentials } from './credentials.server.ts'
import { editedFact } from './edited-fact.server.ts'
import { messagesOf } from './messages.server.ts'
import type { PersonTab } from './tabs.ts'

/** Reads everything that a part of a person's page shows. `edit`: the name of the fact that is edited on the page. */
export async function loadPerson(scope: ProjectContext, id: string, tab: PersonTab, edit: string) {
  const details = await readPerson(scope, id)
  const { identity, schema, engine, access, sessions } = details
  const person = presentPerson(identity)
  const [activity, messages] = await Promise.all([
    activityOf(scope, person, details.events, tab),
    tab === 'messages' ? messagesOf(scope, addressesOf(identity)) : [],
  ])
  return {
    now: Date.now(),
    tab,
    engine,
    person: { ...person, organizationName: details.organization_label },
    isOwn: id === scope.operator.identityId,
    schema: schema === null ? identity.schema_id : titleOf(schema),
    traits: shownTraits(identity, schema ?? undefined),
    edited: scope.may('patchIdentity') ? editedFact(edit, identity, schema) : undefined,
    credentials: shownCredentials(identity, access),
    ways: access.credentials,
    recoveryWays: access.recovery,
    sessions: sessions.map(seenSession),
    ...activity,
    messages,
    json: tab === 'json' ? jsonText(identity) : '',
  }
}

/** The number of lines of activity on the profile. */
const mostRecent = 6

type Details = Awaited<ReturnType<typeof readPerson>>

async function activityOf(
  scope: ProjectContext,
  { id, name }: { readonly id: string; readonly name: string },
  newest: Details['events'],
  tab: PersonTab,
) {
  const showsEvents = newest !== null
  if (!showsEvents || (tab !== 'profile' && tab !== 'activity')) return { events: [], names: noNames, showsEvents }
  // Their person is known: no other name has to be read.
  const known = { people: { [id]: name }, acts: {} }
  if (tab === 'profile') return { events: newest.slice(0, 2 * mostRecent), names: known, showsEvents }
  if (!scope.may('listProjectEvents')) return { events: newest, names: known, showsEvents }
  const query = { order: 'newest' as const, identity_id: id, page_size: '50' }
  const { events } = await scope.load('listProjectEvents', { query })
  return { events, names: await eventNames(scope, events), showsEvents }
}

const noNames = { people: {}, acts: {} }

function addressesOf({ verifiable_addresses: addresses = [], recovery_addresses: others = [] }: Identity) {
  return [...new Set([...addresses, ...others].map(({ value }) => value))]
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
    metadataPublic: factText(identity.metadata_public),
    metadataAdmin: factText(identity.metadata_admin),
  }
}

function shownTraits({ traits }: Identity, schema: ListedSchema | undefined) {
  const fields = schema === undefined ? [] : schemaFields(schema.schema)
  const known = fields.map((field) => ({
    name: field.name,
    label: labelOfField(field),
    text: textOfValue(valueAt(traits, field.name)),
  }))
  const roots = new Set(fields.map(({ name }) => name.split('.')[1]))
  const others = Object.entries(traits).filter(([key]) => !roots.has(key))
  return [...known, ...others.map(([label, value]) => ({ name: undefined, label, text: textOfValue(value) }))]
}

/** Characters of a value that is read at a glance, in one line. */
const longestLine = 72

/** A value as JSON: a short one in a line, as other facts are. */
function factText(value: unknown): string {
  const text = jsonText(value)
  const line = text.replaceAll(/\n\s*/g, ' ')
  return line.length <= longestLine ? line : text
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
