import { Ajv } from 'ajv'
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv'

import { CheckBudgetError, createCheckBudget } from './check-budget.ts'
import type { CheckBudget } from './check-budget.ts'
import { extensionKeyword, parseExtension } from './extension.ts'
import type { TraitExtension } from './extension.ts'
import { addSchemaFormats } from './schema-formats.ts'
import { schemaParts } from './schema-keywords.ts'
import { createPatternEngine, patternFault } from './schema-patterns.ts'
import { schemaFields, type SchemaField } from '@gatehouse/contract/identities'

/** A trait that carries an extension, with its value. */
export interface ExtendedTrait {
  /** The name of the trait of the first level that it is, or is a part of. */
  readonly trait: string
  readonly value: unknown
  readonly extension: TraitExtension
}

/** What a schema says about some traits. */
export interface SchemaVerdict {
  readonly errors: readonly ErrorObject[]
  readonly extended: readonly ExtendedTrait[]
}

/** An identity schema, compiled once. */
export interface IdentitySchema {
  readonly id: string
  readonly document: Readonly<Record<string, unknown>>
  readonly selfserviceSelectable: boolean
  /** The form fields, in the document's order. */
  readonly fields: readonly SchemaField[]
  check(traits: unknown): SchemaVerdict
}

/** Compiles a schema document. Throws an Error that says what is wrong with it. */
export function compileSchema(
  id: string,
  document: Readonly<Record<string, unknown>>,
  selfserviceSelectable = false,
): IdentitySchema {
  const budget = createCheckBudget()
  const validate = compile(document, budget)
  return {
    id,
    document,
    selfserviceSelectable,
    fields: schemaFields(document),
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

/** What is said where patterns and references of a schema ask for more work than one check may cost. */
const tooMuchWork: ErrorObject = {
  keyword: 'budget',
  instancePath: '/traits',
  schemaPath: '#/properties/traits',
  params: {},
  message: 'is more than the patterns and references of the schema can be held against: shorten it',
}

function compile(document: Readonly<Record<string, unknown>>, budget: CheckBudget): ValidateFunction {
  const { $schema: dialect, ...rest } = document
  if (typeof dialect === 'string' && !dialect.includes('draft-07')) {
    throw new Error(`says it is ${dialect}; only JSON Schema draft-07 is supported`)
  }
  const fault = patternFault(rest)
  if (fault !== undefined) throw new Error(fault)
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    verbose: true,
    passContext: true,
    ownProperties: true,
    // Patterns are written for Kratos' regular expressions, which know escapes that the `u` flag refuses.
    unicodeRegExp: false,
    logger: false,
    code: { regExp: createPatternEngine(budget) },
  })
  addSchemaFormats(ajv)
  ajv.addKeyword({
    keyword: inner,
    compile: (value, _parent, at) => {
      const extension = parseExtension(value, at.errSchemaPath)
      return function collect(this: unknown, data: unknown, at?: { readonly instancePath: string }) {
        if (Array.isArray(this)) this.push({ trait: firstLevel(at?.instancePath ?? ''), value: data, extension })
        return true
      }
    },
  })
  ajv.addKeyword({
    keyword: counted,
    before: '$ref',
    compile: () => () => {
      budget.spend(stepsOfReference)
      return true
    },
  })
  return ajv.compile(renamed(rest) as AnySchemaObject)
}

/** The trait that a JSON pointer such as `/traits/emails/0` leads into. */
function firstLevel(pointer: string): string {
  return (pointer.split('/')[2] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Ajv's keywords take neither dots nor slashes. */
const inner = 'ory-kratos'

/** Beside each `$ref`: definitions that refer to each other multiply, so that a short schema can ask for any work. */
const counted = 'counted-reference'
/** Of the budget of a check: ten thousand references are far more than a form needs. */
const stepsOfReference = 25

function renamed(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((part) => renamed(part))
  if (typeof value !== 'object' || value === null) return value
  const parts = schemaParts(value, areNames)
  const refers = parts.some(
    ({ key, value: part, kind }) => kind === 'keyword' && key === '$ref' && typeof part === 'string',
  )
  return Object.fromEntries([
    ...parts.map(({ key, value: part, kind, holdsNames }) => [
      key === extensionKeyword && kind === 'keyword' ? inner : key,
      kind === 'value' ? part : renamed(part, holdsNames),
    ]),
    ...(refers ? [[counted, true]] : []),
  ])
}
