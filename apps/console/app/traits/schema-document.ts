import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** An identity schema as a project lists it. */
export type ListedSchema = AnswerOf<'listIdentitySchemas'>[number]

/** The name that a schema gives itself, if any. */
export function titleOf({ id, schema }: ListedSchema): string {
  const { title } = schema
  return typeof title === 'string' && title !== '' ? title : id
}
