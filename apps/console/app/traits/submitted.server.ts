import { schemaFields } from '@gatehouse/contract/schema-fields'
import { faulty } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { readJsonText } from './json-text.server.ts'
import { readTraits } from './read-traits.server.ts'
import type { ListedSchema } from './schema-document.ts'

type Traits = Readonly<Record<string, unknown>>

/** The fields of the form that are kept when it is drawn again. */
export function keptFields({ schema }: ListedSchema): readonly string[] {
  return [...schemaFields(schema).map(({ name }) => name), 'state', 'metadata_public', 'metadata_admin', 'reason']
}

/** Reads the form of an account, or says what is wrong with it. */
export function readAccount(page: ConsoleRequest, form: SubmittedForm, schema: ListedSchema, before: Traits) {
  const read = readTraits(form, schemaFields(schema.schema), before)
  const metadata = (['metadata_public', 'metadata_admin'] as const).map((name) => ({
    name,
    json: readJsonText(form.text(name)),
  }))
  const bad = metadata.filter(({ json }) => json.kind === 'unreadable')
  const faults = {
    ...(read.kind === 'unreadable' &&
      Object.fromEntries(read.fields.map((name) => [name, page.t('console_people:form.unreadable')]))),
    ...Object.fromEntries(bad.map(({ name }) => [name, page.t('console_people:form.no_json')])),
  }
  if (read.kind === 'unreadable' || bad.length > 0) {
    return { kind: 'faulty' as const, answer: faulty(form, faults, keptFields(schema)) }
  }
  const [metadataPublic, metadataAdmin] = metadata.map(({ json }) => (json.kind === 'read' ? json.value : null))
  const state = form.text('state') === 'inactive' ? ('inactive' as const) : ('active' as const)
  return { kind: 'read' as const, traits: read.traits, state, metadataPublic, metadataAdmin }
}
