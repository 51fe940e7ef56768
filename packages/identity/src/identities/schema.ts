import ajvFormats from 'ajv-formats'
import {
  Ajv,
  type AnySchemaObject,
  type ErrorObject,
  type Format,
  type FormatDefinition,
  type ValidateFunction,
} from 'ajv'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { LRUCache } from 'lru-cache'
import { isEmail, referenceFormats, type SchemaField, schemaFields } from '@gatehouse/contract/identities'

import { normalizePhone } from './address.ts'
import { type CheckBudget, CheckBudgetError, createCheckBudget } from './check-budget.ts'
import { extensionKeyword, parseExtension, type TraitExtension } from './extension.ts'
import { schemaSize, sizeFault } from './schema-bounds.ts'
import { type SchemaPart, schemaParts } from './schema-keywords.ts'
import { createPatternEngine, isPattern, patternFault } from './schema-patterns.ts'

/** A trait with an extension, and its value. */
export interface ExtendedTrait {
  /** The name of the first-level trait that it is or belongs to. */
  readonly trait: string
  readonly value: unknown
  readonly extension: TraitExtension
}

/** A schema's verdict on some traits. */
export interface SchemaVerdict {
  readonly errors: readonly ErrorObject[]
  readonly extended: readonly ExtendedTrait[]
}

/** A compiled identity schema. */
export interface IdentitySchema {
  readonly id: string
  readonly document: Readonly<Record<string, unknown>>
  readonly selfserviceSelectable: boolean
  /** The form fields, in the document's order. */
  readonly fields: readonly SchemaField[]
  /** The reason why nothing can be stored by it now; `check` throws that as a refusal. */
  readonly unusable?: string | undefined
  /** True if one of its traits is a phone number that is proved by a text message. */
  readonly verifiesPhones: boolean
  check(traits: unknown): SchemaVerdict
}

/** A document's check, for all projects that have it. */
type CompiledDocument = Pick<IdentitySchema, 'fields' | 'verifiesPhones' | 'check'>

/** By the document's text: most projects of an installation have the same schema. */
const compiledDocuments = new LRUCache<string, CompiledDocument>({ max: 50 })

/** Compiles a schema document, unless it is known. Throws an Error with its fault. */
export function compileSchema(
  id: string,
  document: Readonly<Record<string, unknown>>,
  selfserviceSelectable = false,
): IdentitySchema {
  const tooLarge = sizeFault(schemaSize(document))
  if (tooLarge !== undefined) throw new Error(tooLarge)
  const text = JSON.stringify(document)
  const compiled = compiledDocuments.get(text) ?? compileDocument(document)
  compiledDocuments.set(text, compiled)
  return { id, document, selfserviceSelectable, ...compiled }
}

function compileDocument(document: Readonly<Record<string, unknown>>): CompiledDocument {
  const budget = createCheckBudget()
  const channels = new Set<string | undefined>()
  const validate = compile(document, budget, ({ verification }) => channels.add(verification?.via))
  return {
    fields: schemaFields(document),
    verifiesPhones: channels.has('sms'),
    check: (traits) => {
      const collected: ExtendedTrait[] = []
      budget.begin()
      try {
        const valid = validate.call(collected, { traits })
        return { errors: valid ? [] : (validate.errors ?? []), extended: collected }
      } catch (cause) {
        if (!(cause instanceof CheckBudgetError)) throw cause
        return { errors: [tooMuchWork], extended: [] }
      }
    },
  }
}

/** The fault of traits whose patterns and references need more work than one check may take. */
const tooMuchWork: ErrorObject = {
  keyword: 'budget',
  instancePath: '/traits',
  schemaPath: '#/properties/traits',
  params: {},
  message: 'is more than the patterns and references of the schema can be held against: shorten it',
}

function compile(
  document: Readonly<Record<string, unknown>>,
  budget: CheckBudget,
  hear: (extension: TraitExtension) => void,
): ValidateFunction {
  const translated = asDraft7(document)
  const regExp = createPatternEngine(budget)
  const fault = patternFault(translated, regExp)
  if (fault !== undefined) throw new Error(fault)
  const ajv = new Ajv({
    ...ajvOptions,
    allErrors: true,
    verbose: true,
    passContext: true,
    ownProperties: true,
    // Ajv's own check would compile the meta-schema again for each document.
    validateSchema: false,
    code: { regExp, optimize: false },
  })
  addSchemaFormats(ajv, budget)
  ajv.addKeyword({
    keyword: inner,
    compile: (value, parent, at) => {
      const extension = parseExtension(value, at.errSchemaPath)
      hear(extension)
      const isAddress = isMailAddress(extension, parent)
      const collect: DataValidateFunction & { self?: unknown } = function (this: unknown, data, at) {
        if (Array.isArray(this)) this.push({ trait: firstLevel(at?.instancePath ?? ''), value: data, extension })
        if (!isAddress || typeof data !== 'string' || isEmail(data)) return true
        collect.errors = [{ keyword: 'format', params: { format: 'email' } }]
        return false
      }
      return collect
    },
  })
  ajv.addKeyword({
    keyword: counted,
    before: '$ref',
    valid: true,
    compile: (steps: number, parent: AnySchemaObject) => {
      const areCompared = 'uniqueItems' in parent && parent['uniqueItems'] === true
      return (data: unknown) => {
        budget.spend(steps + stepsOfValue(data, areCompared))
        return true
      }
    },
  })
  const schema = renamed(translated) as AnySchemaObject
  checkDraft7(schema)
  try {
    return ajv.compile(schema)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new Error('has definitions that refer to each other over too many levels', { cause })
  }
}

/** Checks for an address for mails, as the reference does, whether the schema names the format or not. */
function isMailAddress({ recovery, verification }: TraitExtension, parent: AnySchemaObject): boolean {
  return recovery?.via === 'email' || (verification?.via === 'email' && !('format' in parent))
}

/** Returns the trait of a JSON pointer such as `/traits/emails/0`. */
function firstLevel(pointer: string): string {
  return (pointer.split('/')[2] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The keyword's name: Ajv's keywords allow neither dots nor slashes. */
const inner = 'ory-kratos'

/**
 * Added to the keywords of each schema in the document: items and definitions that refer to each other multiply them,
 * so that a short schema can need any amount of work. Its value is the steps that they take of the budget of a check.
 */
const counted = 'counted-steps'
/** The steps of a reference. The budget allows ten thousand, far more than a form needs. */
const stepsOfReference = 25
const stepsOfKeyword = 2
/** The number of values of `enum` and `const` that one step compares. */
const comparedByStep = 4

/** Returns the steps of a value: its length, and each pair of items if they have to differ. */
function stepsOfValue(data: unknown, areCompared: boolean): number {
  if (typeof data === 'string') return Math.floor(data.length / 64)
  return areCompared && Array.isArray(data) ? data.length ** 2 / (5 * comparedByStep) : 0
}

function renamed(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((part) => renamed(part))
  if (typeof value !== 'object' || value === null) return value
  const parts = schemaParts(value, areNames)
  return Object.fromEntries([
    ...parts.map(({ key, value: part, kind, holdsNames }) => [
      isExtension(key, kind) ? inner : key,
      kind === 'value' || isExtension(key, kind) ? part : renamed(part, holdsNames),
    ]),
    ...(areNames || parts.length === 0 ? [] : [[counted, parts.map(stepsOf).reduce((sum, steps) => sum + steps)]]),
  ])
}

function isExtension(key: string, kind: SchemaPart['kind']): boolean {
  return key === extensionKeyword && kind === 'keyword'
}

function stepsOf({ key, value, kind }: SchemaPart): number {
  if (kind === 'value') return stepsOfKeyword + schemaSize({ [key]: value }).values / comparedByStep
  return stepsOfKeyword + (key === '$ref' && typeof value === 'string' ? stepsOfReference : 0)
}

/**
 * The longest text of each format, in UTF-16 units; longer ones are not of the format. A format whose standard has no
 * length gets one here.
 */
const longest: Readonly<Record<string, number>> = {
  // E.164 has 15 digits; people write blanks and brackets between them.
  tel: 100,
  regex: 2_000,
  // The limit of browsers and servers.
  uri: 8_000,
  iri: 8_000,
  'uri-reference': 8_000,
  uriref: 8_000,
  'iri-reference': 8_000,
  'uri-template': 8_000,
}
const longestOthers = 64_000

/**
 * Gives a validator the formats of the reference and no others, so that every text matches a format that the reference
 * does not know. Each has a longest text; costly checks use the budget.
 */
function addSchemaFormats(ajv: Ajv, budget: CheckBudget): void {
  // CommonJS: the plug-in is the module's `default`. It adds the keywords that compare dates (`formatMinimum`).
  ajvFormats.default(ajv)
  const brought = { ...ajv.formats }
  for (const name of Object.keys(brought)) delete ajv.formats[name]
  const checks: typeof referenceFormats = {
    ...referenceFormats,
    // The patterns of a schema are of this format, too. As in Kratos, it is that of RE2.
    regex: (text) => isPattern(text, budget),
    tel: (text) => normalizePhone(text) !== undefined,
  }
  for (const [name, isOfFormat] of Object.entries(checks)) {
    const most = longest[name] ?? longestOthers
    const validate = (text: string) => text.length <= most && isOfFormat(text)
    ajv.addFormat(name, { ...comparison(brought[name]), validate })
  }
}

/** Returns the comparison of texts of a format, if it has one. */
function comparison(format: Format | undefined): Pick<FormatDefinition<string>, 'compare'> {
  return typeof format === 'object' && isForTexts(format) && format.compare ? { compare: format.compare } : {}
}

function isForTexts(format: Exclude<Format, string | true>): format is FormatDefinition<string> {
  return typeof format === 'object' && 'compare' in format && format.type !== 'number' && format.async !== true
}

/** The options for reading documents, both for checks and for compiling. */
const ajvOptions = {
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
function checkDraft7(schema: AnySchemaObject): void {
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
function asDraft7({ $schema: dialect, ...document }: Json): Json {
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
