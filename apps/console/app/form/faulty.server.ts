import { data } from 'react-router'
import type { Changed } from '@gatehouse/client/control-plane'
import { forbidden } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { FaultyForm } from './faults.ts'
import type { SubmittedForm } from './fields.server.ts'

type Sent = Pick<SubmittedForm, 'intent' | 'text'>

/**
 * The answer of an action that changed nothing: the page again, with the faults and status 400 unless another one fits
 * better. A fault of the form as a whole has the empty name.
 */
export function faulty(
  form: Sent,
  fields: Readonly<Record<string, string>>,
  keep: readonly string[] = [],
  status = 400,
): ReturnType<typeof data<FaultyForm>> {
  const typed = Object.fromEntries(keep.map((name) => [name, form.text(name)]))
  return data<FaultyForm>({ kind: 'faulty', intent: form.intent, faults: { fields }, typed }, status)
}

/** The same for a refusal of the control plane: its reason stands above the form. */
export function refusedForm(
  form: Sent,
  refused: Refused,
  keep: readonly string[] = [],
): ReturnType<typeof data<FaultyForm>> {
  const typed = Object.fromEntries(keep.map((name) => [name, form.text(name)]))
  const faults = { fields: {}, form: refused.reason }
  return data<FaultyForm>({ kind: 'faulty', intent: form.intent, faults, typed }, refused.status)
}

/** Returns the input with which a form that is not refused yet would be filled in again. */
export function madeBy(form: SubmittedForm, keep: readonly string[]): Pick<FaultyForm, 'intent' | 'typed'> {
  return { intent: form.intent, typed: Object.fromEntries(keep.map((name) => [name, form.text(name)])) }
}

type Refused = Extract<Changed<unknown>, { kind: 'refused' }>

/**
 * The same, for forms that not every role is offered: a client that sent one by hand has no form that a message could
 * stand above, and gets a page.
 */
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
