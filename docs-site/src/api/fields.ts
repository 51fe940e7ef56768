import type { ApiDocument, ApiSchema } from './openapi.ts'

/** A value inside a body. */
export interface Field {
  /** From the body: `traits.email`, `addresses[].via`. Empty: the body itself. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly note: string
}

/** Deeper values belong to an object that has a separate page, or may be anything. */
const deepest = 4

/** Returns every value of a body, those inside others below them. */
export function fieldsOf(document: ApiDocument, schema: ApiSchema): readonly Field[] {
  return [...walk(document, schema, '', true, [])]
}

function* walk(
  document: ApiDocument,
  asked: ApiSchema,
  name: string,
  isRequired: boolean,
  above: readonly ApiSchema[],
): Generator<Field> {
  const schema = resolved(document, asked)
  if (name !== '' || schema.properties === undefined)
    yield { name, type: typeOf(document, schema), isRequired, note: noteOf(schema) }
  if (above.length >= deepest || above.includes(schema)) return
  const within = [...above, schema]
  for (const part of partsOf(document, schema)) {
    for (const [key, value] of Object.entries(part.properties ?? {})) {
      const path = name === '' ? key : `${name}.${key}`
      yield* walk(document, value, path, part.required?.includes(key) ?? false, within)
    }
    if (part.items !== undefined) {
      const item = resolved(document, part.items)
      for (const inner of partsOf(document, item))
        for (const [key, value] of Object.entries(inner.properties ?? {}))
          yield* walk(document, value, `${name}[].${key}`, inner.required?.includes(key) ?? false, [...within, item])
    }
  }
}

/** Returns the schema, and those that it is one or all of. */
function partsOf(document: ApiDocument, schema: ApiSchema): readonly ApiSchema[] {
  const others = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [schema, ...others.map((one) => resolved(document, one))]
}

function resolved(document: ApiDocument, schema: ApiSchema): ApiSchema {
  const name = schema.$ref?.split('/').at(-1)
  const named = name === undefined ? undefined : document.components?.schemas?.[name]
  return named === undefined ? schema : resolved(document, named)
}

/** Describes a type in words: `string, uuid`, `array of object`, `"active" or "inactive"`. */
export function typeOf(document: ApiDocument, asked: ApiSchema): string {
  const schema = resolved(document, asked)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return [...new Set(choices.map((one) => typeOf(document, one)))].join(' or ')
  if (schema.items !== undefined) return `array of ${typeOf(document, schema.items)}`
  const types = schema.type === undefined ? ['any'] : [schema.type].flat()
  return types.join(' or ') + (schema.format === undefined ? '' : `, ${schema.format}`)
}

function noteOf(schema: ApiSchema): string {
  const { description, minLength, maxLength, minimum, maximum, maxItems, format, pattern, default: value } = schema
  const between = (low: number | undefined, high: number | undefined, what: string) => {
    if (low !== undefined && high !== undefined) return `${low} to ${high}${what}`
    if (high !== undefined) return `at most ${high}${what}`
    return low === undefined ? '' : `at least ${low}${what}`
  }
  // Bounds that only limit the type of a number say nothing.
  const bounded = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < 2 ** 53 - 1 ? bound : undefined
  const notes = [
    description ?? '',
    between(minLength, maxLength, ' characters'),
    between(bounded(minimum), bounded(maximum), ''),
    between(undefined, maxItems, ' entries'),
    // A format has the same meaning as its pattern.
    pattern === undefined || format !== undefined ? '' : `matches ${pattern}`,
    value === undefined ? '' : `when absent: ${JSON.stringify(value)}`,
  ]
  return notes.filter((note) => note !== '').join('; ')
}
