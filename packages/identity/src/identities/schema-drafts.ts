import { Ajv, type AnySchemaObject } from 'ajv'
import { extensionKeyword } from './extension.ts'
import { schemaParts } from './schema-keywords.ts'

/** The options for reading documents, both for checks and for compiling. */
export const ajvOptions = {
  strict: false,
  // Patterns are written for Kratos' regular expressions, which allow escapes that the `u` flag refuses.
  unicodeRegExp: false,
  logger: false,
} as const

const address = 'http://json-schema.org/draft-07/schema'

/** Compiled once for all documents: that takes longer than checking most of them. Patterns are checked separately. */
const ajv = new Ajv({ ...ajvOptions, meta: false, validateFormats: false })
const conforms = ajv.compile(draft7())

/** Throws an Error that names the fault if a document is no schema of JSON Schema draft 7. */
export function checkDraft7(schema: AnySchemaObject): void {
  if (conforms(schema)) return
  throw new Error(`schema is invalid: ${ajv.errorsText(conforms.errors)}`)
}

/** Returns the meta-schema without `enum`: it would compare all values pair by pair, and duplicates do no harm. */
function draft7(): AnySchemaObject {
  const known = new Ajv().schemas[address]?.schema
  if (typeof known !== 'object') throw new Error('ajv has no meta-schema of draft 7')
  return { ...known, properties: { ...known['properties'], enum: { type: 'array' } } }
}

type Json = Readonly<Record<string, unknown>>

/** The differences of a draft from draft 7. */
interface Draft {
  /** The keyword that names a schema. */
  readonly id: 'id' | '$id'
  /** Keywords of later drafts: they have no meaning there. */
  readonly unknown: readonly string[]
}

const conditions = ['if', 'then', 'else', 'contentEncoding', 'contentMediaType']
const latest: Draft = { id: '$id', unknown: [] }

/** TABLE: the drafts of JSON Schema that the reference reads, by the end of their address. */
const drafts: Readonly<Record<string, Draft>> = {
  schema: latest,
  'draft-07/schema': latest,
  'draft-06/schema': { id: '$id', unknown: conditions },
  'draft-04/schema': { id: 'id', unknown: [...conditions, 'const', 'contains', 'propertyNames', 'examples'] },
}

/**
 * Converts a document of draft 4, 6 or 7 to an equivalent one of draft 7, without `$schema`; a document without
 * `$schema` is of draft 7. Throws an Error for every other draft.
 */
export function asDraft7({ $schema: dialect, ...document }: Json): Json {
  if (dialect === undefined) return translated(document, latest)
  const said = typeof dialect === 'string' ? dialect : JSON.stringify(dialect)
  const name = /^https?:\/\/json-schema\.org\/(.*?)#?$/.exec(said)?.[1] ?? ''
  const draft = Object.hasOwn(drafts, name) ? drafts[name] : undefined
  if (draft) return translated(document, draft)
  throw new Error(`says it is ${said}; only JSON Schema draft-04, draft-06 and draft-07 are supported`)
}

function translated(schema: object, draft: Draft, areNames = false): Json {
  const parts = schemaParts(schema, areNames).flatMap(({ key, value, kind, holdsNames }): [string, unknown][] => {
    if (kind === 'name') return [[key, within(value, draft, holdsNames)]]
    if (draft.unknown.includes(key) || ((key === 'id' || key === '$id') && key !== draft.id)) return []
    if (key === draft.id) return [['$id', value]]
    return [[key, kind === 'value' || key === extensionKeyword ? value : within(value, draft, holdsNames)]]
  })
  const changed = Object.fromEntries(parts)
  return draft.id === 'id' && !areNames ? withNumbers(changed) : changed
}

function within(value: unknown, draft: Draft, areNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => within(part, draft, false))
  return typeof value === 'object' && value !== null ? translated(value, draft, areNames) : value
}

/** Converts limits of draft 4, which a flag makes exclusive, to those of later drafts, which have exclusive limits. */
function withNumbers(schema: Json): Json {
  return ['Minimum', 'Maximum'].reduce((changed, name) => {
    const { [`exclusive${name}`]: flag, ...others } = changed
    if (typeof flag !== 'boolean') return changed
    const { [name.toLowerCase()]: limit, ...rest } = others
    return flag && limit !== undefined ? { ...rest, [`exclusive${name}`]: limit } : others
  }, schema)
}
