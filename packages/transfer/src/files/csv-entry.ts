import { type AccountTarget, accountTargetNames } from '@gatehouse/contract/operators'
import { type SchemaField, labelOfField, valueAt, readTraits } from '@gatehouse/contract/identities'
import type { Json } from '../import-entry.ts'

/** An identity made of a line of a table, or why there is none. */
export type CsvEntry =
  | { readonly kind: 'entry'; readonly create: Json }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** The settings for reading the lines of a table. */
export interface CsvReading {
  readonly targets: readonly string[]
  /** The schema of lines without one. */
  readonly schemaId: string
  /** Returns the traits of a schema; undefined for an unknown one. */
  readonly fieldsOf: (schemaId: string) => readonly SchemaField[] | undefined
}

/** Makes an identity of the cells of a line. Empty cells say nothing. */
export function entryOfCells(cells: readonly string[], { targets, schemaId, fieldsOf }: CsvReading): CsvEntry {
  const cell = (target: string) => plain((cells[targets.indexOf(target)] ?? '').trim())
  const schema = targets.includes('schema_id') && cell('schema_id') !== '' ? cell('schema_id') : schemaId
  const fields = fieldsOf(schema)
  if (fields === undefined) return unreadable(`there is no schema "${schema}"`)
  const given = { all: (name: string) => (targets.includes(name) ? [listCell(name, cell(name), fields)] : []) }
  const read = readTraits(given, fields, {})
  if (read.kind === 'unreadable') return unreadable(`not of the right kind: ${labels(read.fields, fields)}`)
  const create: Record<string, unknown> = { schema_id: schema, traits: read.traits }
  for (const target of accountTargetNames) {
    const text = cell(target)
    if (text === '' || !targets.includes(target) || target === 'schema_id') continue
    const fault = put(create, target, text, fields)
    if (fault !== undefined) return unreadable(fault)
  }
  return { kind: 'entry', create }
}

/** Tables that were written for spreadsheets put a sign before a cell that those would compute. */
function plain(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, '')
}

/** Returns the value of a cell; in a list, semicolons may separate the lines. */
function listCell(name: string, text: string, fields: readonly SchemaField[]): string {
  const isList = fields.some((field) => field.name === name && field.type === 'array')
  return isList
    ? text
        .split(';')
        .map((line) => line.trim())
        .join('\n')
    : text
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', '1', 'x'])
const no: ReadonlySet<string> = new Set(['false', 'no', '0'])

/** Sets a field of the account; returns its fault, if it has one. */
function put(
  create: Record<string, unknown>,
  target: Exclude<AccountTarget, 'schema_id'>,
  text: string,
  fields: readonly SchemaField[],
): string | undefined {
  switch (target) {
    case 'id':
    case 'external_id':
    case 'organization_id':
      create[target] = text
      return undefined
    case 'state':
      create['state'] = text.toLowerCase()
      return /^(?:in)?active$/i.test(text) ? undefined : 'the state has to be active or inactive'
    case 'metadata_public':
    case 'metadata_admin':
      try {
        create[target] = JSON.parse(text)
        return undefined
      } catch {
        return `${target} is no JSON`
      }
    case 'password_hash':
      create['credentials'] = { password: { config: { hashed_password: text } } }
      return undefined
    case 'password':
      // A hash says more: an entry with both keeps the hash.
      create['credentials'] ??= { password: { config: { password: text } } }
      return undefined
    case 'verified':
      if (no.has(text.toLowerCase())) return undefined
      if (!yes.has(text.toLowerCase())) return '"verified" has to be true or false'
      create['verifiable_addresses'] = addressesIn(create['traits'], fields)
      return undefined
  }
  target satisfies never
  throw new TypeError('an unknown target')
}

function addressesIn(traits: unknown, fields: readonly SchemaField[]) {
  const given = traits as Readonly<Record<string, unknown>>
  return fields.flatMap(({ name, format }) => {
    const value = valueAt(given, name)
    if (typeof value !== 'string' || (format !== 'email' && format !== 'tel')) return []
    return [{ value, via: format === 'email' ? 'email' : 'sms', verified: true, status: 'completed' }]
  })
}

function labels(names: readonly string[], fields: readonly SchemaField[]): string {
  return fields.flatMap((field) => (names.includes(field.name) ? [labelOfField(field)] : [])).join(', ')
}

function unreadable(reason: string): CsvEntry {
  return { kind: 'unreadable', reason }
}
