import { jsonSize } from '@gatehouse/platform/http'

import { bounds } from '../../http/bounds.ts'
import { fieldsFault, pairsFault, type TextFault } from './text-lengths.ts'

/** The fields of a submitted form. Nested objects have no prototype, so no name can reach one. */
export type Fields = Readonly<Record<string, unknown>>

/** A parsed request body. `form` values are all text; JSON values have the types they were sent with. */
export type Submission =
  | {
      readonly kind: 'fields'
      readonly encoding: 'json'
      readonly fields: Fields
      /** Members of the body with dotted names, as in a form. They are in `fields`, too. */
      readonly dotted?: readonly (readonly [name: string, value: unknown])[]
    }
  | {
      readonly kind: 'fields'
      readonly encoding: 'form'
      readonly fields: Fields
      /** The pairs as sent, in their order. */
      readonly entries: readonly (readonly [name: string, value: string])[]
    }
  | {
      readonly kind: 'unreadable'
      readonly reason: string
      /** The field that is too long, if that is the reason. */
      readonly tooLong?: Extract<TextFault, { kind: 'text' }>
    }

/** Reads a body by its content type. Returns an unreadable body as a result and does not throw. */
export async function readSubmission(bytes: Uint8Array, contentType: string | null): Promise<Submission> {
  if (bytes.length === 0) return unreadable('The request has no body.')
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json') return readJson(bytes)
  if (type === 'application/x-www-form-urlencoded') return readForm(bytes)
  if (type === 'multipart/form-data') return readMultipart(bytes, contentType ?? '')
  return unreadable(
    `The content type ${JSON.stringify(type.slice(0, 100))} is not supported. Send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
  )
}

/** Reads the fields of a query string, for flows that a link continues. */
export function readQuery(query: URLSearchParams): Submission {
  return fromPairs(query)
}

function readJson(bytes: Uint8Array): Submission {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const { values, depth } = jsonSize(text)
    if (depth > bounds.depthOfSubmission) return unreadable('The JSON body is nested too deeply.')
    if (values > bounds.valuesOfSubmission) return tooManyFields
    const value: unknown = JSON.parse(text, (key, entry: unknown) => (key === '__proto__' ? undefined : entry))
    if (!isObject(value)) return unreadable('The JSON body is not an object.')
    const fault = fieldsFault(value)
    if (fault) return tooLong(fault)
    const dotted = Object.entries(value).filter(([name]) => name.includes('.'))
    return dotted.length === 0 ? { kind: 'fields', encoding: 'json', fields: value } : nested(value, dotted)
  } catch {
    return unreadable('The body is not valid JSON.')
  }
}

/** Reads a JSON body by the rules of forms: dots in the names of its members mean nesting. */
function nested(body: Fields, dotted: readonly (readonly [string, unknown])[]): Submission {
  const plain = Object.entries(body).filter(([name]) => !name.includes('.'))
  const fields: Record<string, unknown> = Object.assign(emptyObject(), Object.fromEntries(plain))
  for (const [name, value] of dotted) {
    const path = name.split('.')
    if (path.length > bounds.depthOfSubmission) return unreadable('A field name is nested too deeply.')
    if (!path.includes('__proto__')) put(fields, path, value)
  }
  return { kind: 'fields', encoding: 'json', fields, dotted }
}

function readForm(bytes: Uint8Array): Submission {
  if (countBytes(bytes, '&') >= bounds.valuesOfSubmission) return tooManyFields
  return fromPairs(new URLSearchParams(new TextDecoder().decode(bytes)))
}

/** Counts the occurrences of an ASCII character. */
function countBytes(bytes: Uint8Array, character: string): number {
  const wanted = character.charCodeAt(0)
  let count = 0
  for (const byte of bytes) if (byte === wanted) count += 1
  return count
}

async function readMultipart(bytes: Uint8Array, contentType: string): Promise<Submission> {
  try {
    const body = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    const pairs = [...(await body.formData())]
    return fromPairs(pairs.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])))
  } catch {
    return unreadable('The multipart body cannot be read.')
  }
}

/** Builds nested fields from dotted names (`traits.name.first`). If a name repeats, its last value counts. */
function fromPairs(pairs: Iterable<readonly [string, string]>): Submission {
  const fields: Record<string, unknown> = emptyObject()
  const entries = [...pairs]
  if (entries.length > bounds.valuesOfSubmission) return tooManyFields
  const fault = pairsFault(entries)
  if (fault) return tooLong(fault)
  for (const [name, value] of entries) {
    const path = name.split('.')
    if (path.length > bounds.depthOfSubmission) return unreadable('A field name is nested too deeply.')
    if (!path.includes('__proto__')) put(fields, path, value)
  }
  return { kind: 'fields', encoding: 'form', fields, entries }
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    target[name] = value
    return
  }
  const existing = target[name]
  const inner = isObject(existing) ? existing : emptyObject()
  target[name] = inner
  put(inner, rest, value)
}

const tooManyFields = unreadable(
  `The body has too many fields: send at most ${bounds.valuesOfSubmission} fields and items.`,
)

function tooLong(fault: TextFault): Submission {
  if (fault.kind === 'name') return unreadable(`The name of a field has more than ${fault.limit} characters.`)
  const { field, limit, length } = fault
  const quoted = JSON.stringify(field.slice(0, bounds.charactersOfQuotation))
  const reason = `The field ${quoted} can have at most ${limit} characters; it has ${length}.`
  return { kind: 'unreadable', reason, tooLong: fault }
}

function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}

function unreadable(reason: string): Submission {
  return { kind: 'unreadable', reason }
}

/** Returns the payload for hooks and messages. It is stored only with messages and calls that are still to be sent. */
export function transientPayload(fields: Fields): Readonly<Record<string, unknown>> {
  const { transient_payload: payload } = fields
  return isObject(payload) ? payload : {}
}

/** Checks for a JSON object (no array, not null). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text field: its value, or the reason why there is none. An empty text counts as missing. */
export type TextField =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong_type'; readonly actual: string }

/**
 * Reads a field as text; JSON numbers and truth values count as text, as in a form. Never throws: the result says what
 * is wrong.
 */
export function textField(fields: Fields, name: string): TextField {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null || value === '') return { kind: 'missing' }
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: 'text', value: String(value) }
  return typeof value === 'string' ? { kind: 'text', value } : { kind: 'wrong_type', actual: jsonType(value) }
}

/** Returns a field's text; nothing if it is missing, empty or no text. */
export function textOf(fields: Fields, name: string): string | undefined {
  const field = textField(fields, name)
  return field.kind === 'text' ? field.value : undefined
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
