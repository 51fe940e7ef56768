import { decodeTraits, withDotted } from '../../identities/form-values.ts'
import type { Traits } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { TraitFault } from '../../identities/validate-traits.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { isObject, type Submission } from '../http/submission.ts'

/** Reads a submission's traits: forms, and JSON named like them, by the schema's types; nested JSON as it was sent. */
export function readTraits(schema: IdentitySchema, submission: Extract<Submission, { kind: 'fields' }>): Traits {
  if (submission.encoding === 'form') return decodeTraits(schema, submission.entries)
  const { traits } = submission.fields
  return withDotted(schema, isObject(traits) ? traits : {}, submission.dotted ?? [])
}

/**
 * Reads all traits of an account from a form. Groups of fields that the form does not mention become empty objects; a
 * group with a required field stays absent, as the form did not ask for the group.
 */
export function readWholeTraits(schema: IdentitySchema, submission: Extract<Submission, { kind: 'fields' }>): Traits {
  const traits = readTraits(schema, submission)
  const groups = new Map<string, boolean>()
  for (const { name, required } of schema.fields) {
    const [, group, ...inner] = name.split('.')
    if (group !== undefined && inner.length > 0) groups.set(group, (groups.get(group) ?? false) || required)
  }
  const added = [...groups].flatMap(([group, needs]) =>
    needs || Object.hasOwn(traits, group) ? [] : [[group, {}] as const],
  )
  return { ...traits, ...Object.fromEntries(added) }
}

/** Returns the traits without any list in them, at any depth. */
export function withoutLists(traits: Traits): Traits {
  const kept = Object.entries(traits).filter(([, value]) => !Array.isArray(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, isObject(value) ? withoutLists(value) : value]))
}

/** Returns the faults of submitted traits at their fields, with the typed values. The form shows faults of a group. */
export function invalidTraits(schema: IdentitySchema, traits: Traits, faults: readonly TraitFault[]): Rejected {
  const isOfGroup = ({ name, isUnknown }: TraitFault): boolean =>
    isUnknown !== true &&
    !schema.fields.some((field) => field.name === name) &&
    (name === 'traits' || schema.fields.some((field) => field.name.startsWith(`${name}.`)))
  const ofForm = faults.filter(isOfGroup).map(({ message }) => message)
  return {
    kind: 'rejected',
    fields: faults.filter((fault) => !isOfGroup(fault)).map(({ name, message }) => ({ field: name, message })),
    ...(ofForm.length > 0 && { form: ofForm }),
    values: traitValues(schema, traits),
  }
}

/** Returns the value of each field for these traits, by field name. Only submitted values. */
export function traitValues(schema: IdentitySchema, traits: Traits): Record<string, unknown> {
  const values = schema.fields.map(({ name }) => [name, traitValue(traits, name)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
