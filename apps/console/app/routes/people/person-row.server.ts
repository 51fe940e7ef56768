import { type Identity, personName, type SchemaField, textOfValue, valueAt } from '@gatehouse/contract/identities'
import type { PersonRow, SetUp } from './person-row.ts'

export interface RowOptions {
  /** The columns of traits. */
  readonly fields: readonly SchemaField[]
  /** What organizations are called, by their ids. */
  readonly organizations: ReadonlyMap<string, string>
}

/** A line of the list, with as many traits as it has columns for. */
export function personRow(identity: Identity, { fields, organizations }: RowOptions): PersonRow {
  const { id, state, schema_id: schema, traits, verifiable_addresses: addresses = [] } = identity
  const organization = identity.organization_id ?? ''
  return {
    id,
    externalId: identity.external_id ?? '',
    name: personName(identity),
    address: addresses[0]?.value ?? textOfValue(traits['email']),
    state,
    isVerified: addresses.length === 0 ? undefined : addresses.every(({ verified }) => verified),
    schema,
    organization: organizations.get(organization) ?? organization,
    createdAt: identity.created_at,
    setUp: setUpIn(identity),
    traits: fields.map(({ name }) => textOfValue(valueAt(traits, name))),
  }
}

/** What our own service adds to a list. */
function setUpIn(identity: object): SetUp | undefined {
  if (!('set_up' in identity) || typeof identity.set_up !== 'object' || identity.set_up === null) return undefined
  const known = new Map<string, unknown>(Object.entries(identity.set_up))
  const seen = known.get('last_seen_at')
  return {
    signsInWith: textsIn(known.get('signs_in_with')),
    secondSteps: textsIn(known.get('second_steps')),
    lastSeenAt: typeof seen === 'string' ? seen : '',
  }
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}
