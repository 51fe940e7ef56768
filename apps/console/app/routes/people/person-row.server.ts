import { type Identity, personName, type SchemaField, textOfValue, valueAt } from '@gatehouse/contract/identities'
import type { PersonRow } from './person-row.ts'

/** A line of the list, with as many traits as it has columns for. */
export function personRow(identity: Identity, fields: readonly SchemaField[]): PersonRow {
  const { id, state, schema_id: schema, traits } = identity
  const address = identity.verifiable_addresses?.[0]?.value ?? textOfValue(traits['email'])
  return {
    id,
    name: personName(identity),
    address,
    state,
    schema,
    createdAt: identity.created_at,
    traits: fields.map(({ name }) => textOfValue(valueAt(traits, name))),
  }
}
