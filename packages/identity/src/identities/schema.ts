import { Ajv } from 'ajv'
import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv'
import ajvFormats from 'ajv-formats'

import { extensionKeyword, parseExtension } from './extension.ts'
import type { TraitExtension } from './extension.ts'
import { normalizePhone } from './phone.ts'
import { schemaFields } from '@gatehouse/contract/schema-fields'
import type { SchemaField } from '@gatehouse/contract/schema-fields'

/** A trait that carries an extension, with its value. */
export interface ExtendedTrait {
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
  const validate = compile(document)
  return {
    id,
    document,
    selfserviceSelectable,
    fields: schemaFields(document),
    check: (traits) => {
      const collected: ExtendedTrait[] = []
      const valid = validate.call(collected, { traits })
      return { errors: valid ? [] : (validate.errors ?? []), extended: collected }
    },
  }
}

function compile(document: Readonly<Record<string, unknown>>): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    verbose: true,
    passContext: true,
    ownProperties: true,
    // Patterns are written for Kratos' regular expressions, which know escapes that the `u` flag refuses.
    unicodeRegExp: false,
    logger: false,
  })
  // CommonJS: the plug-in is the module's `default`.
  ajvFormats.default(ajv)
  ajv.addFormat('tel', (value) => normalizePhone(value) !== undefined)
  ajv.addKeyword({
    keyword: inner,
    compile: (value, _parent, at) => {
      const extension = parseExtension(value, at.errSchemaPath)
      return function collect(this: unknown, data: unknown) {
        if (Array.isArray(this)) this.push({ value: data, extension })
        return true
      }
    },
  })
  const { $schema: dialect, ...rest } = document
  if (typeof dialect === 'string' && !dialect.includes('draft-07')) {
    throw new Error(`says it is ${dialect}; only JSON Schema draft-07 is supported`)
  }
  return ajv.compile(renamed(rest) as AnySchemaObject)
}

/** Ajv's keywords take neither dots nor slashes. */
const inner = 'ory-kratos'

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, part]) => [key === extensionKeyword ? inner : key, renamed(part)]))
}
