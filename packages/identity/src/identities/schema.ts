import { isEmail, schemaFields, type SchemaField, referenceFormats } from '@gatehouse/contract/identities'
import {
  Ajv,
  type AnySchemaObject,
  type ErrorObject,
  type ValidateFunction,
  type Format,
  type FormatDefinition,
} from 'ajv'
import ajvFormats from 'ajv-formats'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { LRUCache } from 'lru-cache'
import { normalizePhone } from './address.ts'
import { CheckBudgetError, createCheckBudget, type CheckBudget } from './check-budget.ts'
import { extensionKeyword, parseExtension, type TraitExtension } from './extension.ts'
import { schemaSize, sizeFault } from './schema-bounds.ts'
import { asDraft7, ajvOptions, checkDraft7 } from './schema-drafts.ts'
import { schemaParts, type SchemaPart } from './schema-keywords.ts'
import { createPatternEngine, patternFault, isPattern } from './schema-patterns.ts'

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
