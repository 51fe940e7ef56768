import { decodeTraits } from '../identities/form-values.ts'
import type { Traits } from '../identities/identity.ts'
import type { IdentitySchema } from '../identities/schema.ts'
import type { TraitFault } from '../identities/validate-traits.ts'
import type { Rejected } from '../strategies/outcome.ts'
import { traitValue } from '../identities/trait-nodes.ts'
import { isObject } from './submission.ts'
import type { Submission } from './submission.ts'

/** The traits of a submission: forms by the schema's types, JSON as it was sent. */
export function readTraits(schema: IdentitySchema, submission: Extract<Submission, { kind: 'fields' }>): Traits {
  if (submission.encoding === 'form') return decodeTraits(schema, submission.entries)
  const { traits } = submission.fields
  return isObject(traits) ? traits : {}
}

/** What is wrong with submitted traits, at their fields, which keep what was typed. */
export function invalidTraits(schema: IdentitySchema, traits: Traits, faults: readonly TraitFault[]): Rejected {
  return {
    kind: 'rejected',
    fields: faults.map(({ name, message }) => ({ field: name, message })),
    values: traitValues(schema, traits),
  }
}

/** What each field of the form should show of these traits, by field name. Only what was submitted. */
export function traitValues(schema: IdentitySchema, traits: Traits): Record<string, unknown> {
  const values = schema.fields.map(({ name }) => [name, traitValue(traits, name)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
