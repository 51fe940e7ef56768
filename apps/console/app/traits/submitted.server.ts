import { looksLikeEmail } from '@gatehouse/contract/http'
import { type SchemaField, readTraits, valueAt } from '@gatehouse/contract/identities'
import type { CallResult } from '@gatehouse/client/control-plane'
import { faulty, refusedOrForbidden } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { readJsonText } from './json-text.server.ts'
import { fieldsOf, type ListedSchema } from './schema-document.ts'

type Traits = Readonly<Record<string, unknown>>
type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>

/** The fields of the form that are parts of the account. */
export function accountFields(schema: ListedSchema): readonly string[] {
  return [...fieldsOf(schema).map(({ name }) => name), 'state', 'metadata_public', 'metadata_admin']
}

/** The fields of the form that are kept when it is drawn again. */
export function keptFields(schema: ListedSchema): readonly string[] {
  return [...accountFields(schema), 'reason']
}

/** Reads the form of an account, or returns its faults. `before`: the account's traits; undefined: it is a new one. */
export function readAccount(page: ConsoleRequest, form: SubmittedForm, schema: ListedSchema, before?: Traits) {
  const fields = fieldsOf(schema)
  // On edit, an unticked optional checkbox without a stored value stays unset; on create it is stored as false.
  const isUnanswered = ({ name, type, required }: SchemaField) =>
    type === 'boolean' &&
    !required &&
    before !== undefined &&
    valueAt(before, name) === undefined &&
    form.text(name) !== 'true'
  const answered = fields.filter((field) => !isUnanswered(field))
  const read = readTraits(form, answered, before ?? {})
  const metadata = (['metadata_public', 'metadata_admin'] as const).map((name) => ({
    name,
    json: readJsonText(page, form.text(name)),
  }))
  const faults = {
    ...Object.fromEntries(fields.flatMap((field) => fieldErrors(page, form, field))),
    ...(read.kind === 'unreadable' &&
      Object.fromEntries(
        fields.filter(({ name }) => read.fields.includes(name)).map((field) => [field.name, unreadable(page, field)]),
      )),
    ...Object.fromEntries(
      metadata.flatMap(({ name, json }) => (json.kind === 'unreadable' ? [[name, json.fault]] : [])),
    ),
  }
  if (read.kind === 'unreadable' || Object.keys(faults).length > 0) {
    return { kind: 'faulty' as const, answer: faulty(form, faults, keptFields(schema)) }
  }
  const [metadataPublic, metadataAdmin] = metadata.map(({ json }) => (json.kind === 'read' ? json.value : null))
  const state = form.text('state') === 'inactive' ? ('inactive' as const) : ('active' as const)
  return { kind: 'read' as const, traits: read.traits, state, metadataPublic, metadataAdmin }
}

/** Reads the form of one trait, or returns its fault. The others stay as they are. */
export function readTrait(page: ConsoleRequest, form: SubmittedForm, field: SchemaField, before: Traits) {
  const read = readTraits(form, [field], before)
  const [lack] = fieldErrors(page, form, field)
  if (lack !== undefined) return { kind: 'faulty' as const, fault: lack[1] }
  if (read.kind === 'read') return { kind: 'read' as const, traits: read.traits }
  return { kind: 'faulty' as const, fault: unreadable(page, field) }
}

/** Only numbers and items of lists can be unreadable. */
function unreadable({ t }: ConsoleRequest, { itemType }: SchemaField): string {
  return t(itemType === 'boolean' ? 'console_people:form.no_boolean' : 'console_people:form.no_number')
}

/** Returns the faults that the form finds without the service: a required trait that is missing, an invalid address. */
function fieldErrors({ t }: ConsoleRequest, form: SubmittedForm, field: SchemaField): readonly [string, string][] {
  const { name, type, required, format } = field
  const text = form.all(name).at(-1)?.trim() ?? ''
  // An unticked box is an answer.
  if (text === '') return required && type !== 'boolean' ? [[name, t('console_people:form.missing')]] : []
  const isNoAddress = type === 'string' && format === 'email' && !looksLikeEmail(text)
  return isNoAddress ? [[name, t('console_people:form.no_address')]] : []
}

/** Returns the form again after a refusal of the service: each trait that it names is reported at its field. */
export function accountRefused(
  page: ConsoleRequest,
  form: SubmittedForm,
  schema: ListedSchema,
  refused: Refused,
): ReturnType<typeof refusedOrForbidden> {
  const fields = fieldsOf(schema)
  const addresses = fields.filter(({ type, format }) => type === 'string' && format === 'email')
  const [address] = addresses
  if (refused.status === 409 && address !== undefined && addresses.length === 1) {
    return faulty(form, { [address.name]: page.t('console_people:form.taken') }, keptFields(schema), 409)
  }
  return traitsRefused(page, form, fields, refused, keptFields(schema))
}

/** Returns the form of one trait again after a refusal of the service: at its field, if the refusal is about that. */
export function traitRefused(
  page: ConsoleRequest,
  form: SubmittedForm,
  field: SchemaField,
  refused: Refused,
  keep: readonly string[],
): ReturnType<typeof refusedOrForbidden> {
  if (refused.status === 409 && field.isIdentifier) {
    return faulty(form, { [field.name]: page.t('console_people:form.taken') }, keep, 409)
  }
  return traitsRefused(page, form, [field], refused, keep)
}

function traitsRefused(
  page: ConsoleRequest,
  form: SubmittedForm,
  fields: readonly SchemaField[],
  refused: Refused,
  keep: readonly string[],
): ReturnType<typeof refusedOrForbidden> {
  const lines = refused.reason.split('\n').map((line) => /^(traits\.\S+): (.+)$/.exec(line))
  const reported = lines.flatMap((line) => (line === null ? [] : [[line[1] ?? '', isolated(line[2] ?? '')] as const]))
  const isReported =
    reported.length === lines.length && reported.every(([name]) => fields.some((field) => field.name === name))
  if (refused.status !== 400 || !isReported) return refusedOrForbidden(page, form, refused, keep)
  return faulty(form, Object.fromEntries(reported), keep)
}

/** Text of another language, which keeps its own direction among others. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
