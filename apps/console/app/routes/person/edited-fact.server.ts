import type { AdminClient } from '@gatehouse/client/admin-client'
import { type Identity, valueAt } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { pageHere } from '../../control-plane/list.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { type AccountPart, replaceParts } from '../../people/replace-parts.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { readJsonText } from '../../traits/json-text.server.ts'
import { fieldsOf, type ListedSchema } from '../../traits/schema-document.ts'
import { readTrait, traitRefused } from '../../traits/submitted.server.ts'
import { type EditedFact, metadataNames } from './edited-fact.ts'

/** Returns the fact that is edited, by its name in the page's address. Undefined: there is no such fact. */
export function editedFact(name: string, identity: Identity, schema: ListedSchema | null): EditedFact | undefined {
  const metadata = metadataNames.find((one) => one === name)
  if (metadata !== undefined) {
    const value = identity[metadata] ?? null
    const text = value === null ? '' : JSON.stringify(value, null, 2)
    return { kind: 'metadata', name: metadata, text, before: JSON.stringify(value) }
  }
  const fields = schema === null ? [] : fieldsOf(schema)
  const field = fields.find((one) => one.name === name)
  if (field === undefined) return undefined
  const before = JSON.stringify(valueAt(identity.traits, name) ?? null)
  return { kind: 'trait', name, field, traits: identity.traits, before }
}

/** Takes the form of one fact. */
export async function editFact(
  page: ConsoleRequest,
  scope: ProjectContext,
  admin: AdminClient,
  id: string,
  form: SubmittedForm,
) {
  if (!scope.may('patchIdentity')) throw forbidden(page)
  const read = await readPerson(scope, id)
  const fact = editedFact(form.text('field'), read.identity, read.schema)
  if (fact === undefined) throw notFound(page)
  const keep = [fact.name, 'before']
  const typed = readFact(page, form, fact)
  if (typed.kind === 'faulty') return faulty(form, { [fact.name]: typed.fault }, keep)
  if (form.text('before') !== fact.before) return savedMeanwhile(page, form, fact)
  const outcome = await replaceParts(scope, admin, read, { [typed.part]: typed.value })
  if (outcome.kind === 'stale') {
    return savedMeanwhile(page, form, editedFact(fact.name, outcome.identity, read.schema) ?? fact)
  }
  if (outcome.kind === 'refused') {
    return fact.kind === 'trait'
      ? traitRefused(page, form, fact.field, outcome, keep)
      : refusedOrForbidden(page, form, outcome, keep)
  }
  setNotice(page, 'console_people:person.saved')
  return redirect(pageHere(page), 303)
}

/**
 * Returns the form with its input after someone else saved the same fact while it was open. Its `before` is the value
 * now, which it shows: sent again, it replaces that one.
 */
function savedMeanwhile(page: ConsoleRequest, form: SubmittedForm, { name, before }: EditedFact) {
  const { intent } = form
  const text = (field: string) => (field === 'before' ? before : form.text(field))
  return faulty({ intent, text }, { '': page.t('console_people:form.stale') }, [name, 'before'], 409)
}

/** Reads a fact from a form: the change of the account, or the fault. */
function readFact(page: ConsoleRequest, form: SubmittedForm, fact: EditedFact) {
  const change = (part: AccountPart, value: unknown) => ({ kind: 'read' as const, part, value })
  if (fact.kind === 'metadata') {
    const json = readJsonText(form.text(fact.name))
    if (json.kind === 'unreadable') return { kind: 'faulty' as const, fault: page.t('console_people:form.no_json') }
    return change(fact.name, json.value)
  }
  const read = readTrait(page, form, fact.field, fact.traits)
  return read.kind === 'faulty' ? read : change('traits', read.traits)
}
