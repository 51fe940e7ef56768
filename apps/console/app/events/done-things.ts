import type { EventEnvelope } from '@gatehouse/contract/events'

/** One action of a person: the event that says it best, and those that were recorded along with it. */
export interface DoneThing {
  readonly event: EventEnvelope
  readonly along: readonly EventEnvelope[]
}

/** TABLE: events that only repeat another one of the same moment, and the events that they repeat. */
const repeats: Readonly<Record<string, readonly string[]>> = {
  SessionIssued: ['LoginSucceeded', 'RegistrationSucceeded', 'RecoverySucceeded', 'VerificationSucceeded'],
  SessionChanged: ['LoginSucceeded', 'SettingsSucceeded'],
  IdentityCreated: ['RegistrationSucceeded'],
  IdentityUpdated: ['SettingsSucceeded', 'VerificationSucceeded', 'RecoverySucceeded', 'LoginSucceeded'],
  OperationPerformed: [
    'IdentityCreated',
    'IdentityUpdated',
    'IdentityDeleted',
    'SessionRevoked',
    'SessionLifespanExtended',
    'SessionRestored',
    'RecoveryInitiatedByAdmin',
  ],
}

/** The longest time, in milliseconds, between the records of events that belong together. */
const sameMomentMs = 2_000

/** A page of events as things that were done, one line each, in the order of the page. */
export function doneThings(events: readonly EventEnvelope[]): readonly DoneThing[] {
  const along = new Map<string, EventEnvelope[]>()
  const alone: EventEnvelope[] = []
  for (const event of events) {
    const main = events.find((other) => isRepeatedBy(other, event))
    if (main === undefined) alone.push(event)
    else along.set(main.id, [...(along.get(main.id) ?? []), event])
  }
  return alone.map((event) => ({ event, along: along.get(event.id) ?? [] }))
}

function isRepeatedBy(main: EventEnvelope, event: EventEnvelope): boolean {
  if (repeats[event.type]?.includes(main.type) !== true) return false
  if (Math.abs(Date.parse(main.time) - Date.parse(event.time)) > sameMomentMs) return false
  if (event.source === 'project') return event.data['target_id'] === main.identity_id
  return event.flow_id !== null && event.flow_id === main.flow_id
}
