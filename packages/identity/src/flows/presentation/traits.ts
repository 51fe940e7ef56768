import { decodeTraits, withDotted } from '../../identities/form-values.ts'
import type { Traits } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { TraitFault } from '../../identities/validate-traits.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { isObject, type Submission } from '../http/submission.ts'

/** The traits of a submission: forms, and JSON named like them, by the schema's types; nested JSON as it was sent. */
export function readTraits(schema: IdentitySchema, submission: Extract<Submission, { kind: 'fields' }>): Traits {
  if (submission.encoding === 'form') return decodeTraits(schema, submission.entries)
  const { traits } = submission.fields
  return withDotted(schema, isObject(traits) ? traits : {}, submission.dotted ?? [])
}

/**
 * All traits of an account, as a form gives them: groups of fields that nothing was said about are there, and empty. A group that needs
 * one of its fields stays away, because without it the group was not asked for.
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

/** Traits without any list in them, at any depth. */
export function withoutLists(traits: Traits): Traits {
  const kept = Object.entries(traits).filter(([, value]) => !Array.isArray(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, isObject(value) ? withoutLists(value) : value]))
}

/** What is wrong with submitted traits, at their fields, which keep what was typed. The form says what is about a group. */
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

/** What each field of the form should show of these traits, by field name. Only what was submitted. */
export function traitValues(schema: IdentitySchema, traits: Traits): Record<string, unknown> {
  const values = schema.fields.map(({ name }) => [name, traitValue(traits, name)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
