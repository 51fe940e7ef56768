import type { Message } from '@gatehouse/contract/flows'
import type { ErrorObject } from 'ajv'

import { bounds } from '../http/bounds.ts'
import * as traitMessages from '../messages/traits.ts'
import { generic, invalidEmail, required } from '../messages/validation.ts'
import type { IdentitySchema } from './schema.ts'

/** One fault of the traits: its field, and its message. */
export interface TraitFault {
  /** Dotted, from `traits`; `traits` itself for a fault of the whole. */
  readonly name: string
  readonly message: Message
  /** True for a trait that the schema does not know: as in Ory Kratos the fault is shown at its group. */
  readonly isUnknown?: boolean
}

type Parameters_ = Readonly<Record<string, unknown>>

/** The message of each JSON Schema keyword. `otherwise` is the message of all others. */
const byKeyword: Readonly<Record<string, (parameters: Parameters_, data: unknown) => Message>> = {
  required: ({ missingProperty }) => required(String(missingProperty)),
  minLength: ({ limit }, data) => traitMessages.tooShort(Number(limit), lengthOf(data)),
  maxLength: ({ limit }, data) => traitMessages.tooLong(Number(limit), lengthOf(data)),
  pattern: ({ pattern }) => traitMessages.patternMismatch(String(pattern)),
  minimum: ({ limit }, data) => traitMessages.belowMinimum(Number(limit), Number(data)),
  exclusiveMinimum: ({ limit }, data) => traitMessages.notAbove(Number(limit), Number(data)),
  maximum: ({ limit }, data) => traitMessages.aboveMaximum(Number(limit), Number(data)),
  exclusiveMaximum: ({ limit }, data) => traitMessages.notBelow(Number(limit), Number(data)),
  multipleOf: ({ multipleOf }, data) => traitMessages.noMultiple(Number(multipleOf), Number(data)),
  maxItems: ({ limit }, data) => traitMessages.tooManyItems(Number(limit), lengthOf(data)),
  minItems: ({ limit }, data) => traitMessages.tooFewItems(Number(limit), lengthOf(data)),
  uniqueItems: ({ i, j }) => traitMessages.equalItems(Math.min(Number(i), Number(j)), Math.max(Number(i), Number(j))),
  type: ({ type }, data) =>
    traitMessages.wrongType(Array.isArray(type) ? type.map(String) : [String(type)], typeOf(data)),
  const: ({ allowedValue }) => traitMessages.mustEqual(wordOf(allowedValue)),
  enum: ({ allowedValues }) =>
    generic(
      `This has to be one of ${Array.isArray(allowedValues) ? allowedValues.map(wordOf).join(', ') : 'the choices'}.`,
    ),
  additionalProperties: ({ additionalProperty }) =>
    generic(`There is no field "${String(additionalProperty).slice(0, bounds.charactersOfQuotation)}" here.`),
  // Lists of passing branches concern branches that exclude one another.
  oneOf: () => generic('Some of these fields cannot be filled in together. Please leave one of them empty.'),
  not: () => generic('These values cannot be used together.'),
  minProperties: ({ limit }) => generic(`Please fill in at least ${String(limit)} of these fields.`),
  maxProperties: ({ limit }) => generic(`Please fill in no more than ${String(limit)} of these fields.`),
  dependencies: ({ missingProperty }) => required(String(missingProperty)),
  format: ({ format }, data) => {
    if (format === 'email') return invalidEmail(String(data))
    return format === 'tel'
      ? traitMessages.invalidPhone(String(data))
      : generic(`This is not a valid ${String(format)}.`)
  },
}

/** Combiners, which repeat the errors of their branches. */
const silent: ReadonlySet<string> = new Set(['if', 'allOf', 'anyOf', '$ref'])

/** Checks for errors without a message: if no branch of `oneOf` fits, each branch has reported its own. */
function isSilent({ keyword, params }: ErrorObject): boolean {
  return silent.has(keyword) || (keyword === 'oneOf' && !Array.isArray(params.passingSchemas))
}

/** Checks traits against their schema. No faults: they may be stored. */
export function validateTraits(schema: IdentitySchema, traits: unknown): readonly TraitFault[] {
  return traitFaults(schema.check(traits).errors, schema.fields)
}

/**
 * Converts a schema's errors to the wire's messages, each once and limited in number. A field with a wrong e-mail or
 * phone format reports only that; a missing group of fields (`fields` of the schema) reports its required fields.
 */
export function traitFaults(errors: readonly ErrorObject[], fields: IdentitySchema['fields']): readonly TraitFault[] {
  const decisive = new Set(errors.filter(isAddressFormat).map(({ instancePath }) => instancePath))
  const faults = new Map<string, TraitFault>()
  for (const error of errors) {
    if (isSilent(error) || (decisive.has(error.instancePath) && !isAddressFormat(error))) continue
    for (const fault of faultsOf(error, fields)) {
      if (faults.size === bounds.faults) return [...faults.values()]
      faults.set(JSON.stringify([fault.name, fault.message.id, fault.message.text]), fault)
    }
  }
  return [...faults.values()]
}

/** Returns the faults of an error. A form has no field for a group: if one is missing, its required fields are. */
function faultsOf(error: ErrorObject, fields: IdentitySchema['fields']): readonly TraitFault[] {
  const name = nameOf(error)
  const needed =
    error.keyword === 'required' ? fields.filter((field) => field.required && field.name.startsWith(`${name}.`)) : []
  if (needed.length === 0) {
    return [{ name, message: messageOf(error), isUnknown: error.keyword === 'additionalProperties' }]
  }
  return needed.map((field) => ({ name: field.name, message: required(field.name.split('.').at(-1) ?? '') }))
}

function messageOf(error: ErrorObject): Message {
  return byKeyword[error.keyword]?.(error.params, error.data) ?? generic(`This ${error.message ?? 'is not valid'}.`)
}

function isAddressFormat(error: ErrorObject): boolean {
  return error.keyword === 'format' && (error.params.format === 'email' || error.params.format === 'tel')
}

function nameOf(error: ErrorObject): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const missing = ['required', 'dependencies'].includes(error.keyword) ? [String(error.params.missingProperty)] : []
  return [...path, ...missing].join('.').slice(0, bounds.charactersOfQuotation) || 'traits'
}

function lengthOf(data: unknown): number {
  // As JSON Schema counts: code points, not UTF-16 units.
  return typeof data === 'string' ? codePoints(data) : Array.isArray(data) ? data.length : 0
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function typeOf(data: unknown): string {
  if (data === null) return 'null'
  return Array.isArray(data) ? 'array' : typeof data
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
