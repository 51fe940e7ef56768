import type { AdminClient } from '@gatehouse/client/admin-client'
import { type Identity, valueAt } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { pageHere } from '../../control-plane/list.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { readPersonForUpdate } from '../../people/read-person.server.ts'
import { type AccountPart, replaceParts, fieldConflict } from '../../people/replace-parts.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { jsonText, readJsonText } from '../../traits/json-text.server.ts'
import { fieldsOf, type ListedSchema } from '../../traits/schema-document.ts'
import { readTrait, traitRefused } from '../../traits/submitted.server.ts'
import { type EditableField, metadataNames } from './editable-field.ts'

/** A form of a person's page, with all that its change needs. */
export interface PersonChange {
  readonly page: ConsoleRequest
  readonly scope: ProjectContext
  /** The admin API with the reason that the form has for the audit log. */
  readonly admin: AdminClient
  /** Of the identity. */
  readonly id: string
  readonly form: SubmittedForm
}

/** Returns the trait or the metadata of a name, to edit it; undefined: the account's schema has no such trait. */
export function editableField(
  name: string,
  identity: Identity,
  schema: ListedSchema | null,
): EditableField | undefined {
  const metadata = metadataNames.find((one) => one === name)
  if (metadata !== undefined) {
    const value = identity[metadata] ?? null
    return { kind: 'metadata', name: metadata, text: jsonText(value), before: JSON.stringify(value) }
  }
  const fields = schema === null ? [] : fieldsOf(schema)
  const field = fields.find((one) => one.name === name)
  if (field === undefined) return undefined
  const before = JSON.stringify(valueAt(identity.traits, name) ?? null)
  return { kind: 'trait', name, field, traits: identity.traits, before }
}

/** Saves one trait, or metadata, from its form. */
export async function saveField({ page, scope, admin, id, form }: PersonChange) {
  const read = await readPersonForUpdate(page, scope, id)
  const edited = editableField(form.text('field'), read.identity, read.schema)
  if (edited === undefined) throw notFound(page)
  const keep = [edited.name]
  const parsed = readFieldValue(page, form, edited)
  if (parsed.kind === 'faulty') return faulty(form, { [edited.name]: parsed.fault }, keep)
  if (form.text('before') !== edited.before) return fieldConflict(page, form, edited.before, keep)
  const outcome = await replaceParts(scope, admin, read, { [parsed.part]: parsed.value })
  if (outcome.kind === 'stale') {
    const { before } = editableField(edited.name, outcome.identity, read.schema) ?? edited
    return fieldConflict(page, form, before, keep)
  }
  if (outcome.kind === 'refused') {
    return edited.kind === 'trait'
      ? traitRefused(page, form, edited.field, outcome, keep)
      : refusedOrForbidden(page, form, outcome, keep)
  }
  setNotice(page, 'console_people:person.saved')
  return redirect(pageHere(page), 303)
}

/** Reads the submitted value: the account's part with it, or the fault. */
function readFieldValue(page: ConsoleRequest, form: SubmittedForm, edited: EditableField) {
  const change = (part: AccountPart, value: unknown) => ({ kind: 'read' as const, part, value })
  if (edited.kind === 'metadata') {
    const json = readJsonText(page, form.text(edited.name))
    if (json.kind === 'unreadable') return { kind: 'faulty' as const, fault: json.fault }
    return change(edited.name, json.value)
  }
  const read = readTrait(page, form, edited.field, edited.traits)
  return read.kind === 'faulty' ? read : change('traits', read.traits)
}
