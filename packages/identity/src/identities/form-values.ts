import type { IdentitySchema } from './schema.ts'
import type { SchemaField } from '@gatehouse/contract/identities'

/** Words for a truth value in a form. */
const truthWords: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false])),
}

/** Names that would reach into an object's prototype. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])
const deepestNesting = 16

/**
 * Reads one submitted text as the type of its trait. Undefined: absent (empty, and not a required checkbox). An
 * unreadable text stays text, and validation reports the fault.
 */
export function coerceFormValue(field: Pick<SchemaField, 'type' | 'required'> | undefined, value: string): unknown {
  if (value === '') return field?.type === 'boolean' && field.required ? false : undefined
  if (field?.type === 'boolean') return truthWords[value] ?? value
  if (field?.type === 'number') return /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : value
  return value
}

/**
 * Turns `traits.name.first=Ada` form fields into nested traits. The last value of a name counts (a hidden `false`
 * before a checkbox); lists take all of theirs. Other names are left out.
 */
export function decodeTraits(
  schema: IdentitySchema,
  entries: Iterable<readonly [name: string, value: string]>,
): Record<string, unknown> {
  const submitted = new Map<string, string[]>()
  for (const [name, value] of entries) {
    if (!name.startsWith('traits.')) continue
    const values = submitted.get(name)
    if (values) values.push(value)
    else submitted.set(name, [value])
  }
  const fields = new Map(schema.fields.map((field) => [field.name, field]))
  const traits: Record<string, unknown> = {}
  for (const [name, values] of submitted) {
    const value = valueOf(fields.get(name), values)
    if (value !== undefined) put(traits, name.split('.').slice(1), value)
  }
  return traits
}

/** Returns the traits of a JSON body; dotted names of forms (`"traits.age": "36"`) are read by the schema's types. */
export function withDotted(
  schema: IdentitySchema,
  traits: Readonly<Record<string, unknown>>,
  dotted: Iterable<readonly [name: string, value: unknown]>,
): Record<string, unknown> {
  const fields = new Map(schema.fields.map((field) => [field.name, field]))
  const result: Record<string, unknown> = structuredClone({ ...traits })
  for (const [name, value] of dotted) {
    if (!name.startsWith('traits.')) continue
    const field = fields.get(name)
    const given = Array.isArray(value) ? value : [value]
    const isScalars = given.every((item) => typeof item !== 'object' || item === null)
    const read = isScalars
      ? valueOf(
          field,
          given.map((item) => (item === null ? '' : String(item))),
        )
      : value
    const path = name.split('.').slice(1)
    if (read === undefined) take(result, path)
    else put(result, path, read)
  }
  return result
}

function take(target: Record<string, unknown>, path: readonly string[]): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined), target)
  if (isObject(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? '')
}

function valueOf(field: SchemaField | undefined, values: readonly string[]): unknown {
  if (field?.type !== 'array') return coerceFormValue(field, values.at(-1) ?? '')
  const type = field.itemType ?? 'string'
  const items = values
    .map((value) => coerceFormValue({ type, required: false }, value))
    .filter((item) => item !== undefined)
  return items.length > 0 ? items : undefined
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (path.length > deepestNesting || path.some((key) => key === '' || forbiddenKeys.has(key))) return
  let node = target
  for (const key of path.slice(0, -1)) {
    const existing = Object.hasOwn(node, key) ? node[key] : undefined
    const next: Record<string, unknown> = isObject(existing) ? existing : {}
    node[key] = next
    node = next
  }
  node[path.at(-1) ?? ''] = value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
