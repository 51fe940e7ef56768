import { textOfValue, valueAt } from './field-text.ts'
import type { SchemaField } from './schema-fields.ts'

/** The submitted values of each field: all values of a name. */
export interface FieldValues {
  all(name: string): readonly string[]
}

type Traits = Readonly<Record<string, unknown>>

/** The submitted traits, or the names of the fields that cannot be read. */
export type ReadTraits =
  | { readonly kind: 'read'; readonly traits: Traits }
  | { readonly kind: 'unreadable'; readonly fields: readonly string[] }

/** Names that would reach into an object's prototype. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/** Reads a form of traits over the existing ones: traits that the form does not show stay as they are. */
export function readTraits(form: FieldValues, fields: readonly SchemaField[], before: Traits): ReadTraits {
  const traits: Record<string, unknown> = structuredClone({ ...before })
  const unreadable: string[] = []
  for (const field of fields) {
    const value = valueOf(field, form, before)
    if (value === invalid) unreadable.push(field.name)
    else put(traits, field.name.split('.').slice(1), value)
  }
  return unreadable.length > 0 ? { kind: 'unreadable', fields: unreadable } : { kind: 'read', traits }
}

const invalid = Symbol('unreadable')

function valueOf(field: SchemaField, form: FieldValues, before: Traits): unknown {
  const text = form.all(field.name).at(-1)?.trim() ?? ''
  if (field.type === 'boolean') return text === '' ? undefined : text === 'true'
  if (field.type === 'array') {
    const items = text
      .split(/\r?\n/)
      .flatMap((line) => (line.trim() === '' ? [] : [itemOf(field, line.trim(), valueAt(before, field.name))]))
    if (items.includes(invalid)) return invalid
    return items.length > 0 ? items : undefined
  }
  return text === '' ? undefined : scalarOf(field.type, text, field.format)
}

/** Reads an item of a list. One that was there before keeps its value: items of any type are shown as text. */
function itemOf({ itemType }: SchemaField, line: string, before: unknown): unknown {
  if (itemType !== undefined) return scalarOf(itemType, line)
  const items: readonly unknown[] = Array.isArray(before) ? before : []
  const kept = items.find((item) => textOfValue(item) === line)
  return kept ?? objectIn(line) ?? line
}

/** Returns an object or list that is written as JSON; undefined for another text. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function scalarOf(type: SchemaField['itemType'], text: string, format?: string): unknown {
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : invalid
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : invalid
  // The control has neither seconds nor a zone; the schema asks for both.
  if (format === 'date-time' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00Z`
  return text
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (path.some((key) => key === '' || forbidden.has(key))) return
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    if (value === undefined) delete target[key]
    else target[key] = value
    return
  }
  const existing = Object.hasOwn(target, key) ? target[key] : undefined
  if (existing === undefined && value === undefined) return
  const next: Record<string, unknown> = isObject(existing) ? existing : {}
  put(next, rest, value)
  // An object that the form emptied is not there, unless it was before.
  if (Object.keys(next).length > 0 || existing !== undefined) target[key] = next
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
