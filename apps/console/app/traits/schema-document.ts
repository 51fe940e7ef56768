import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { type SchemaField, schemaFields } from '@gatehouse/contract/identities'

/** An identity schema as a project lists it. */
export type ListedSchema = AnswerOf<'listIdentitySchemas'>[number]

/** The name that a schema gives itself, if any. */
export function titleOf({ id, schema }: ListedSchema): string {
  const { title } = schema
  return typeof title === 'string' && title !== '' ? title : id
}

/** Returns the fields of a schema. Those that share a title have none: their names tell them apart. */
export function fieldsOf({ schema }: ListedSchema): readonly SchemaField[] {
  const fields = schemaFields(schema)
  const isShared = ({ title }: SchemaField) => fields.filter((one) => one.title === title).length > 1
  return fields.map((field) => (isShared(field) ? { ...field, title: undefined } : field))
}
