import { messageCatalogue } from '@gatehouse/contract/message-catalogue'
import { baseOf } from './catalogues.ts'
import type { Texts } from './catalogues.ts'
import type { Finding } from './finding.ts'

/** Its text is the title that an identity schema gives to a trait: the service's own words. */
const titleOfTrait = '1070002'

/** Messages of the wire without a text, and texts for messages the wire does not have. */
export function localeMessages(texts: Texts, path: string): readonly Finding[] {
  const keys = new Set(Object.keys(texts).map((key) => baseOf(key)))
  const ids = new Set(Object.keys(messageCatalogue))
  const unknown = [...keys].filter((key) => /^\d{7}$/.test(key) && !ids.has(key))
  return [
    ...[...ids]
      .filter((id) => !keys.has(id) && id !== titleOfTrait)
      .map((id) => ({ path, message: `lacks a text for message ${id}` })),
    ...unknown.map((key) => ({ path, message: `has a text for ${key}, which is no message of the wire` })),
  ]
}
