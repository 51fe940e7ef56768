import type { TextKey } from '@gatehouse/i18n/translator'
import type { ConsoleNamespace } from './namespaces.ts'

/** The first parts of a key, at most two, and never the last. */
type Before<Key> = Key extends `${infer First}.${infer Rest}`
  ? Rest extends `${infer Second}.${string}`
    ? `${First}.${Second}`
    : First
  : never

/**
 * A part of a catalogue, by how the keys of its texts begin: `console_people:person` holds `person.title`,
 * `console:failure.crash` holds `failure.crash.title`, and `console` alone the keys without a dot. A page carries the parts
 * that it says something of.
 */
export type TextPart = { [N in ConsoleNamespace]: N | `${N}:${Before<TextKey<N>>}` }[ConsoleNamespace]

/** The part that a text belongs to, by its catalogue and key. */
export function partOf(namespace: string, key: string): string {
  const before = key.split('.').slice(0, -1).slice(0, 2)
  return before.length === 0 ? namespace : `${namespace}:${before.join('.')}`
}

/** The catalogue that a part belongs to. */
export function catalogueOf(part: string): string {
  return part.split(':', 1)[0] ?? part
}
