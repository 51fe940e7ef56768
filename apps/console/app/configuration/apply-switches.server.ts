import type { SubmittedForm } from '../form/fields.server.ts'
import { type ConfigTree, valueAt, withValue } from './config-tree.ts'
import { durationMs, enteredDuration } from './duration.ts'
import type { Effective } from './effective.server.ts'
import { type Switch, switches } from './switches.ts'

/** Returns the effective value of a setting; durations are milliseconds. A secret is never shown: always empty. */
export function switchValue(tree: ConfigTree, one: Switch, effective: Effective): boolean | string | number {
  const { path, kind, usual } = one
  if (kind === 'secret') return ''
  const own = valueAt(tree, path)
  const holds = effective[path]?.value
  if (kind === 'switch') return firstOf(isBoolean, own, holds) ?? usual
  if (kind === 'text') return firstOf(isText, own, holds) ?? usual
  const ms = isText(own) ? durationMs(own) : undefined
  return ms ?? firstOf(isNumber, holds) ?? durationMs(String(usual)) ?? 0
}

/** Returns the configuration with the form's settings. An unchanged setting is not written. */
export function applySwitches(tree: ConfigTree, form: SubmittedForm, effective: Effective): ConfigTree {
  return switches.reduce((result: ConfigTree, one) => {
    const wanted = wantedValue(form, one)
    const { path, kind } = one
    if (kind === 'duration' && typeof wanted === 'string' && durationMs(wanted) === switchValue(tree, one, effective)) {
      return result
    }
    // A secret that is not typed stays; any other field that is emptied leaves the configuration.
    if (wanted === switchValue(tree, one, effective)) return result
    return withValue(result, path, wanted === '' ? undefined : wanted)
  }, tree)
}

/** Returns the names of the fields whose duration is invalid. */
export function durationFaults(form: SubmittedForm): readonly string[] {
  return switches
    .filter(({ kind }) => kind === 'duration')
    .map(({ path }) => path)
    .filter((path) => form.text(path) !== '' && enteredDuration(form.text(path), form.text(unitOf(path))) === undefined)
}

/** Returns the name of the field for the unit of a duration. */
export function unitOf(path: string): string {
  return `${path}.unit`
}

function wantedValue(form: SubmittedForm, { path, kind }: Switch): boolean | string {
  if (kind === 'switch') return form.isChecked(path)
  if (kind === 'duration') return enteredDuration(form.text(path), form.text(unitOf(path))) ?? ''
  return form.text(path)
}

function firstOf<T>(is: (value: unknown) => value is T, ...values: readonly unknown[]): T | undefined {
  return values.find(is)
}

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
