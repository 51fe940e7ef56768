import { schemaFields, type SchemaField } from '@gatehouse/contract/identities'
import type { ListedSchema } from './schema-document.ts'

/** Traits that the first column shows already: what somebody is called, and their address. */
const shownAsName = /^traits\.(email|name(\..+)?|first_name|last_name|full_name|display_name)$/

const mostColumns = 3

/** The traits that are worth a column in a list of people: the first few that say something of their own. */
export function columnFields(schema: ListedSchema | undefined): readonly SchemaField[] {
  if (schema === undefined) return []
  return schemaFields(schema.schema)
    .filter(({ name }) => !shownAsName.test(name))
    .slice(0, mostColumns)
}
