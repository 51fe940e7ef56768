import { data } from 'react-router'
import type { Changed } from '../control-plane/caller.server.ts'
import type { FaultyForm } from './faults.ts'
import type { SubmittedForm } from './fields.server.ts'

/** The answer of an action that changed nothing: the page again, with what is wrong and status 400 unless one fits better. */
export function faulty(
  form: SubmittedForm,
  fields: Readonly<Record<string, string>>,
  keep: readonly string[] = [],
  status = 400,
): ReturnType<typeof data<FaultyForm>> {
  const typed = Object.fromEntries(keep.map((name) => [name, form.text(name)]))
  return data<FaultyForm>({ kind: 'faulty', intent: form.intent, faults: { fields }, typed }, status)
}

/** The same, for what the control plane refused. */
export function refusedForm(
  form: SubmittedForm,
  refused: Extract<Changed<unknown>, { kind: 'refused' }>,
  keep: readonly string[] = [],
): ReturnType<typeof data<FaultyForm>> {
  const typed = Object.fromEntries(keep.map((name) => [name, form.text(name)]))
  const faults = { fields: {}, form: refused.reason }
  return data<FaultyForm>({ kind: 'faulty', intent: form.intent, faults, typed }, refused.status)
}
