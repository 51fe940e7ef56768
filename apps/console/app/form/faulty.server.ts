import { data } from 'react-router'
import type { CallResult } from '@gatehouse/client/control-plane'
import { forbidden } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { FaultyForm } from './faults.ts'
import type { SubmittedForm } from './fields.server.ts'

type Sent = Pick<SubmittedForm, 'intent' | 'text'>

/** Returns the form with the faults of its fields, and with its input. The name `''` is a fault of the whole form. */
export function faulty(
  form: Sent,
  fields: Readonly<Record<string, string>>,
  keep: readonly string[] = [],
  status = 400,
): ReturnType<typeof data<FaultyForm>> {
  return data<FaultyForm>({ kind: 'faulty', ...madeBy(form, keep), faults: { fields } }, status)
}

/** Returns the form with the reason of a refused call above it, and with its input. */
export function refusedForm(
  form: Sent,
  refused: Refused,
  keep: readonly string[] = [],
): ReturnType<typeof data<FaultyForm>> {
  const faults = { fields: {}, form: refused.reason }
  return data<FaultyForm>({ kind: 'faulty', ...madeBy(form, keep), faults }, refused.status)
}

/** Returns the input with which a form is filled in again, and the values that it was opened with, if it names them. */
export function madeBy(form: Sent, keep: readonly string[]): Pick<FaultyForm, 'intent' | 'typed'> {
  const names = form.text('before') === '' ? keep : [...keep, 'before']
  return { intent: form.intent, typed: Object.fromEntries(names.map((name) => [name, form.text(name)])) }
}

type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>

/** Like `refusedForm`, but throws a 403 page for a missing permission: an operator without it never had the form. */
export function refusedOrForbidden(
  page: ConsoleRequest,
  form: Sent,
  refused: Refused,
  keep: readonly string[] = [],
): ReturnType<typeof data<FaultyForm>> {
  // An exceeded quota is reported at the form, which keeps the input.
  if (refused.status === 403 && refused.id !== 'quota_exceeded') throw forbidden(page, refused.reason)
  return refusedForm(form, refused, keep)
}
