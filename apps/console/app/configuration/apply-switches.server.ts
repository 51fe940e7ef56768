import type { SubmittedForm } from '../form/fields.server.ts'
import { type ConfigTree, valueAt, withValue } from './config-tree.ts'
import { type Switch, switches } from './switches.ts'

/** How a switch stands. A secret is never shown: empty, whether there is one or not. */
export function switchValue(tree: ConfigTree, { path, kind, usual }: Switch): boolean | string {
  const value = valueAt(tree, path)
  if (kind === 'switch') return typeof value === 'boolean' ? value : usual
  if (kind === 'secret') return ''
  return typeof value === 'string' ? value : usual
}

/** The configuration with what a form of switches says. What stands as it did leaves no trace. */
export function applySwitches(tree: ConfigTree, form: SubmittedForm, group: string): ConfigTree {
  return switches
    .filter((one) => one.group === group)
    .reduce((result: ConfigTree, one) => {
      const wanted = one.kind === 'switch' ? form.isChecked(one.path) : form.text(one.path)
      if (wanted === switchValue(result, one)) return result
      return withValue(result, one.path, wanted === '' ? undefined : wanted)
    }, tree)
}

/** Where a duration is none, by the field's name. */
export function durationFaults(form: SubmittedForm, group: string): readonly string[] {
  return switches
    .filter((one) => one.group === group && one.kind === 'duration')
    .map(({ path }) => path)
    .filter((path) => !/^(?:\d+(?:ms|s|m|h))+$/.test(form.text(path)) && form.text(path) !== '')
}
