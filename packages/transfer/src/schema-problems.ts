import type { ErrorObject } from 'ajv'
import type { ProblemRule } from '@gatehouse/contract/control-plane'
import { labelOfField, schemaFields } from '@gatehouse/contract/identities'
import type { Json } from './import-entry.ts'

/** Something in an account's traits that their schema does not allow. Never a value. */
export interface SchemaProblem {
  /** The label of the field: its title, or else its name as words. */
  readonly field: string
  readonly rule: ProblemRule
  /** A length, a bound, a format, a type; of `other` the checker's own words. */
  readonly limit?: string
}

type Keyed = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'message'>

/** TABLE: the keywords of JSON Schema that have their own rule, with the parameter that is the limit. */
const rules: Readonly<Record<string, readonly [SchemaProblem['rule'], string?]>> = {
  minLength: ['too_short', 'limit'],
  maxLength: ['too_long', 'limit'],
  minimum: ['too_small', 'limit'],
  exclusiveMinimum: ['too_small', 'limit'],
  maximum: ['too_large', 'limit'],
  exclusiveMaximum: ['too_large', 'limit'],
  pattern: ['pattern'],
  type: ['type', 'type'],
  enum: ['choice'],
  const: ['choice'],
}

/** Returns a function that describes a checker's fault in a schema's traits by the names of its fields. */
export function problemNames(schema: Json): (error: Keyed) => SchemaProblem {
  const labels = new Map(schemaFields(schema).map((field) => [field.name, labelOfField(field)]))
  const labelOf = (path: readonly string[]) => {
    const name = path.join('.')
    // An item of a list is called like its list.
    const known = labels.get(name) ?? labels.get(path.slice(0, -1).join('.'))
    return known ?? labelOfField({ name, title: undefined })
  }
  return (error) => {
    const { keyword, instancePath, message = '' } = error
    const params: Readonly<Record<string, unknown>> = error.params
    const path = instancePath.split('/').slice(1).map(unescaped)
    const named = (parameter: string) => labelOf([...path, String(params[parameter])])
    if (keyword === 'required') return { field: named('missingProperty'), rule: 'missing' }
    if (keyword === 'additionalProperties') return { field: named('additionalProperty'), rule: 'unknown' }
    const field = labelOf(path)
    if (keyword === 'format') {
      const format = String(params['format'])
      return format === 'email' || format === 'tel' ? { field, rule: format } : { field, rule: 'format', limit: format }
    }
    const [rule, parameter] = rules[keyword] ?? []
    if (rule === undefined) return { field, rule: 'other', limit: message }
    return parameter === undefined ? { field, rule } : { field, rule, limit: String(params[parameter]) }
  }
}

/** Describes a problem in plain English, for reports. */
export function problemText({ field, rule, limit = '' }: SchemaProblem): string {
  return `${field}: ${sentences[rule](limit)}`
}

const sentences: Readonly<Record<SchemaProblem['rule'], (limit: string) => string>> = {
  missing: () => 'is missing',
  email: () => 'is not an email address',
  tel: () => 'is not a phone number',
  format: (limit) => `is not a valid ${limit}`,
  too_short: (limit) => `is too short, needs ${limit} characters or more`,
  too_long: (limit) => `is too long, may have ${limit} characters`,
  too_small: (limit) => `has to be ${limit} or more`,
  too_large: (limit) => `has to be ${limit} or less`,
  pattern: () => 'does not have the required form',
  type: (limit) => `has to be of the type ${limit}`,
  choice: () => 'is none of the allowed values',
  unknown: () => 'is not a field of the schema',
  other: (limit) => limit,
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
