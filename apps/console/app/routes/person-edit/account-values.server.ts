import { controlText, type Identity, isAsShown, valueAt } from '@gatehouse/contract/identities'
import { faulty } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { readValues } from '../../form/stale-form.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { jsonText } from '../../traits/json-text.server.ts'
import { fieldsOf, type ListedSchema } from '../../traits/schema-document.ts'
import { accountFields, keptFields } from '../../traits/submitted.server.ts'

/** Returns the values that the form of an account replaces, as JSON, by the names of its fields. */
export function accountValues(identity: Identity, schema: ListedSchema): string {
  const { traits, state, metadata_public: open = null, metadata_admin: own = null } = identity
  const values = fieldsOf(schema).map(({ name }) => [name, valueAt(traits, name) ?? null] as const)
  return JSON.stringify({ ...Object.fromEntries(values), state, metadata_public: open, metadata_admin: own })
}

/** Whether someone else saved some of the values of a form while it was open. */
export function isStale(form: SubmittedForm, identity: Identity, schema: ListedSchema): boolean {
  return changedFields(readValues(form.text('before')), readValues(accountValues(identity, schema)), schema).length > 0
}

/**
 * Returns a stale form with its input, status 409. Fields that the operator did not change have the new values: they are
 * not replaced when it is sent again.
 */
export function accountConflict(page: ConsoleRequest, form: SubmittedForm, identity: Identity, schema: ListedSchema) {
  const now = accountValues(identity, schema)
  const [before, after] = [readValues(form.text('before')), readValues(now)]
  const changed = changedFields(before, after, schema)
  const untouched = changed.filter((name) => before.has(name) && isShown(form, schema, name, before.get(name)))
  const typed = new Map([
    ...untouched.map((name) => [name, shownText(schema, name, after.get(name))] as const),
    ['before', now],
    ['changed_fields', changed.join('\n')],
  ])
  const text = (name: string) => typed.get(name) ?? form.text(name)
  const fault = { '': page.t('console_people:form.stale_account') }
  return faulty({ intent: form.intent, text }, fault, [...keptFields(schema), 'changed_fields'], 409)
}

function changedFields(before: Values, after: Values, schema: ListedSchema): readonly string[] {
  return accountFields(schema).filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))
}

type Values = ReadonlyMap<string, unknown>

function shownText(schema: ListedSchema, name: string, value: unknown): string {
  if (name === 'state') return String(value)
  const field = fieldsOf(schema).find((one) => one.name === name)
  return field === undefined ? jsonText(value) : controlText(field, value)
}

function isShown(form: SubmittedForm, schema: ListedSchema, name: string, value: unknown): boolean {
  const field = fieldsOf(schema).find((one) => one.name === name)
  if (field !== undefined) return isAsShown(form, field, value)
  return form.text(name).replaceAll('\r\n', '\n') === shownText(schema, name, value)
}
