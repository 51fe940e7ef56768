/** An identity schema as a project lists it. */
export interface ListedSchema {
  readonly id: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** The name that a schema gives itself, if any. */
export function titleOf({ id, schema }: ListedSchema): string {
  const { title } = schema
  return typeof title === 'string' && title !== '' ? title : id
}
