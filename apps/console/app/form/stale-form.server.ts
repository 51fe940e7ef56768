import type { ConsoleRequest } from '../request/console-request.ts'
import { faulty } from './faulty.server.ts'
import type { SubmittedForm } from './fields.server.ts'

/** The values of a form as it sends them, by the names of its fields. */
export type FormValues = Readonly<Record<string, string>>

/**
 * Returns the form again, status 409, if someone else saved other values since it was opened; `now` are the values as
 * they are. Fields that the operator did not change have the new values; at the others stands the value that a second
 * attempt replaces. Undefined: nobody did, or the form does not say what it was opened with.
 */
export function refuseStaleForm(page: ConsoleRequest, form: SubmittedForm, now: FormValues) {
  const opened = form.text('before')
  if (opened === '') return undefined
  const before = readValues(opened)
  const sent = (name: string) => form.text(name).replaceAll('\r\n', '\n')
  const meanwhile = Object.entries(now).filter(([name, value]) => before.get(name) !== value)
  if (meanwhile.length === 0) return undefined
  const typed = new Map(
    Object.entries(now).map(([name, value]) => [name, sent(name) === before.get(name) ? value : sent(name)]),
  )
  const faults = meanwhile
    .filter(([name, value]) => typed.get(name) !== value)
    .map(([name, value]) => [name, currentValue(page, value)])
  const replaced = meanwhile.filter(([name, value]) => typed.get(name) === value).map(([name]) => name)
  const about = new Map([
    ['before', JSON.stringify(now)],
    ['replaced', replaced.join('\n')],
  ])
  const text = (name: string) => about.get(name) ?? typed.get(name) ?? ''
  const all = { '': page.t('console_people:form.stale_account'), ...Object.fromEntries(faults) }
  return faulty({ intent: form.intent, text }, all, [...typed.keys(), 'replaced'], 409)
}

function currentValue({ t }: ConsoleRequest, value: string): string {
  return `${t('console_people:form.value_now')} ${value === '' ? t('console_people:person.not_said') : value}`
}

/** Reads the values that a form was opened with; unreadable ones are none. */
export function readValues(opened: string): ReadonlyMap<string, unknown> {
  try {
    const values: unknown = JSON.parse(opened)
    return new Map(typeof values === 'object' && values !== null ? Object.entries(values) : [])
  } catch {
    return new Map()
  }
}
