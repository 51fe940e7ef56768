import { switchValue } from './apply-switches.server.ts'
import { type ConfigTree, valueAt } from './config-tree.ts'
import type { Effective } from './effective.server.ts'
import { type Switch, switches } from './switches.ts'

/** The change of a setting. Null: the configuration no longer sets it. */
export interface SettingChange {
  readonly path: Switch['path']
  readonly kind: Switch['kind']
  readonly before: boolean | string | number
  readonly after: boolean | string | number | null
}

/** Returns the settings of the forms that are different between two configurations, in their order. */
export function settingChanges(before: ConfigTree, after: ConfigTree, effective: Effective): readonly SettingChange[] {
  return switches.flatMap((one): readonly SettingChange[] => {
    const { path, kind } = one
    const [was, is] = [valueAt(before, path), valueAt(after, path)]
    if (was === is) return []
    const old = switchValue(before, one, effective)
    return [{ path, kind, before: old, after: is === undefined ? null : switchValue(after, one, {}) }]
  })
}
