import { isExactNumber } from './exact-number.ts'
import { controlText, textOfValue, valueAt } from './field-text.ts'
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

/**
 * Reads a form of traits over the existing ones. Traits that the form does not show, and those whose text is as the form
 * showed it, keep their values: a control shows less than the value has.
 */
export function readTraits(form: FieldValues, fields: readonly SchemaField[], before: Traits): ReadTraits {
  const traits: Record<string, unknown> = structuredClone({ ...before })
  const unreadable: string[] = []
  for (const field of fields) {
    const old = valueAt(before, field.name)
    if (old !== undefined && isAsShown(form, field, old)) continue
    const value = valueOf(field, sentText(form, field), old)
    if (value === invalid) unreadable.push(field.name)
    else put(traits, field.name.split('.').slice(1), value)
  }
  return unreadable.length > 0 ? { kind: 'unreadable', fields: unreadable } : { kind: 'read', traits }
}

const invalid = Symbol('unreadable')

/** Whether a form has a trait as it showed this value. A line of text loses its line breaks, and the space around it. */
export function isAsShown(form: FieldValues, field: SchemaField, value: unknown): boolean {
  const text = controlText(field, value)
  const shown = field.type === 'array' ? text.replaceAll('\r\n', '\n') : text.replaceAll(/[\r\n]/g, '')
  return sentText(form, field) === shown.trim()
}

function sentText(form: FieldValues, { name }: SchemaField): string {
  return (form.all(name).at(-1) ?? '').replaceAll('\r\n', '\n').trim()
}

function valueOf(field: SchemaField, text: string, before: unknown): unknown {
  if (text === '') return undefined
  if (field.type === 'boolean') return text === 'true'
  if (field.type === 'array') return itemsOf(field, text, before)
  return scalarOf(field.type, text, field.format, before)
}

/** Reads the lines of a list. An item that was there before keeps its value: items of any type are shown as text. */
function itemsOf({ itemType }: SchemaField, text: string, before: unknown): unknown {
  const kept: unknown[] = Array.isArray(before) ? [...before] : []
  const items = text.split('\n').flatMap((whole) => {
    const line = whole.trim()
    if (line === '') return []
    const at = itemType === undefined ? kept.findIndex((item) => textOfValue(item) === line) : -1
    if (at >= 0) return kept.splice(at, 1)
    return [itemType === undefined ? (objectIn(line) ?? line) : scalarOf(itemType, line)]
  })
  if (items.includes(invalid)) return invalid
  return items.length > 0 ? items : undefined
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

function scalarOf(type: SchemaField['itemType'], text: string, format?: string, before?: unknown): unknown {
  if (type === 'number') return isExactNumber(text) ? Number(text) : invalid
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : invalid
  // The control has neither seconds nor a zone; the schema asks for both.
  if (format === 'date-time' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return `${text}:00${zoneOf(before)}`
  return text
}

function zoneOf(instant: unknown): string {
  return /(?:Z|[+-]\d\d:\d\d)$/i.exec(textOfValue(instant))?.[0] ?? 'Z'
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
  // Nothing to delete: it is not there, or no object as the schema describes it.
  if (value === undefined && !isObject(existing)) return
  const next: Record<string, unknown> = isObject(existing) ? existing : {}
  put(next, rest, value)
  // An object that the form emptied is not there, unless it was before.
  if (Object.keys(next).length > 0 || existing !== undefined) target[key] = next
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
