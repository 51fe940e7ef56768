import type { KeyFact, SettingsFacts } from '../../flow-page/settings/facts.ts'
import { useText } from '../../text/text-source.ts'

/** Groups with several keys. */
export type KeyGroup = keyof SettingsFacts['keys']

/**
 * Names each key of a group: by its owner's name for it, by its authenticator, or by its kind. Of several with the same
 * name the younger ones have a number, so that a name is that of one key.
 */
export function useKeyNames(group: KeyGroup, { keys }: Pick<SettingsFacts, 'keys'>): (key: KeyFact) => string {
  const t = useText('settings')
  const baseOf = ({ name, authenticator }: KeyFact) => name || (authenticator ?? t(`key.${group}`))
  const taken = new Set(keys[group].map(baseOf))
  const given = new Set<string>()
  const names = new Map<string, string>()
  for (const key of keys[group].toSorted((one, other) => timeOf(one) - timeOf(other))) {
    const base = baseOf(key)
    let name = base
    for (let number = 2; given.has(base) && taken.has(name); number += 1) name = t('key.nth', { name: base, number })
    names.set(key.id, name)
    given.add(base)
    taken.add(name)
  }
  return (key) => names.get(key.id) ?? baseOf(key)
}

/** Keys without a date of creation come first. */
function timeOf({ addedAt }: KeyFact): number {
  return addedAt === undefined ? 0 : Date.parse(addedAt)
}
