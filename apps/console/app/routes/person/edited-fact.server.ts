import type { AdminClient } from '@gatehouse/client/admin-client'
import { type Identity, schemaFields, valueAt } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { pageHere } from '../../control-plane/list.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { changed } from '../../people/answers.server.ts'
import { readPerson } from '../../people/read-person.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { readJsonText } from '../../traits/json-text.server.ts'
import type { ListedSchema } from '../../traits/schema-document.ts'
import { readTrait, traitRefused } from '../../traits/submitted.server.ts'
import { type EditedFact, type MetadataName, metadataNames } from './edited-fact.ts'

/** Returns the fact that is edited, by its name in the page's address. Undefined: there is no such fact. */
export function editedFact(name: string, identity: Identity, schema: ListedSchema | null): EditedFact | undefined {
  const metadata = metadataNames.find((one) => one === name)
  if (metadata !== undefined) {
    const value = identity[metadata] ?? null
    const text = value === null ? '' : JSON.stringify(value, null, 2)
    return { kind: 'metadata', name: metadata, text, before: JSON.stringify(value) }
  }
  const fields = schema === null ? [] : schemaFields(schema.schema)
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
  const { identity, schema, engine } = await readPerson(scope, id)
  const fact = editedFact(form.text('field'), identity, schema)
  if (fact === undefined) throw notFound(page)
  const keep = [fact.name, 'before']
  const read = readFact(page, form, fact)
  if (read.kind === 'faulty') return faulty(form, { [fact.name]: read.fault }, keep)
  if (form.text('before') !== fact.before) return changedMeanwhile(page, form, fact)
  const { path, value } = read
  const before = documentOf(identity, path)
  // Other services compare JSON as text, and would refuse a value that they write differently.
  const isTested = engine.kind === 'embedded' && before !== null
  const test = { op: 'test' as const, path, value: before }
  // `add` replaces an existing value, and also works without one.
  const add = { op: 'add' as const, path, value }
  const outcome = await changed(admin.patchIdentity({ id }, isTested ? [test, add] : [add]))
  if (outcome.kind === 'refused') {
    if (isTested && outcome.status === 400) {
      const now = documentOf((await readPerson(scope, id)).identity, path)
      if (JSON.stringify(now) !== JSON.stringify(before)) return changedMeanwhile(page, form, fact)
    }
    return fact.kind === 'trait'
      ? traitRefused(page, form, fact.field, outcome, keep)
      : refusedOrForbidden(page, form, outcome, keep)
  }
  setNotice(page, 'console_people:person.saved')
  return redirect(pageHere(page), 303)
}

/** Returns the form with its input: another operator changed the same fact while it was open. */
function changedMeanwhile(page: ConsoleRequest, form: SubmittedForm, { name }: EditedFact) {
  return faulty(form, { '': page.t('console_branding:stale.draft_text') }, [name], 409)
}

/** The part of an account that a form replaces. */
type Path = '/traits' | `/${MetadataName}`

function documentOf(identity: Identity, path: Path): unknown {
  if (path === '/traits') return identity.traits
  return (path === '/metadata_public' ? identity.metadata_public : identity.metadata_admin) ?? null
}

/** Reads a fact from a form: the change of the account, or the fault. */
function readFact(page: ConsoleRequest, form: SubmittedForm, fact: EditedFact) {
  const change = (path: Path, value: unknown) => ({ kind: 'read' as const, path, value })
  if (fact.kind === 'metadata') {
    const json = readJsonText(form.text(fact.name))
    if (json.kind === 'unreadable') return { kind: 'faulty' as const, fault: page.t('console_people:form.no_json') }
    return change(`/${fact.name}`, json.value)
  }
  const read = readTrait(page, form, fact.field, fact.traits)
  return read.kind === 'faulty' ? read : change('/traits', read.traits)
}
