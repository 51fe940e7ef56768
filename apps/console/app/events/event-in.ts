import type { EventEnvelope } from '@gatehouse/contract/events'
import { oneOf } from '@gatehouse/i18n/translator'

const sources = ['identity', 'project'] as const satisfies EventEnvelope['source'][]
const actors = ['person', 'administrator', 'operator', 'system'] as const satisfies EventEnvelope['actor']['type'][]

/** Returns the event of a message of the live tail. Undefined if these pages cannot show it: another version. */
export function eventIn(json: string): EventEnvelope | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isEvent(value) ? value : undefined
  } catch {
    return undefined
  }
}

// Checks the fields that pages read; a schema of the contract would bring its library into every browser.
function isEvent(value: unknown): value is EventEnvelope {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, time, source, actor, identity_id: identity } = { ...blank, ...value }
  return (
    [id, type, time].every((text) => typeof text === 'string') &&
    (identity === null || typeof identity === 'string') &&
    oneOf(sources, source) !== undefined &&
    typeof actor === 'object' &&
    actor !== null &&
    'type' in actor &&
    oneOf(actors, actor.type) !== undefined
  )
}

const blank: Readonly<Partial<Record<keyof EventEnvelope, unknown>>> = {}
