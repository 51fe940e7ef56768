import type { EventEnvelope, EventReader, SignInBucket } from '@gatehouse/contract/events'

import { traceOfStored } from '@gatehouse/platform/log'
import type { ForeignWrites } from './foreign-writes.ts'
import type { EventStore, StoredEvent } from './event-store.ts'
import type { EventRecorder } from './recorder.ts'
import { identityEvents, type IdentityEventType } from './schema.ts'

/** The types of events that the history of one's own account shows. */
export const activityTypes: readonly IdentityEventType[] = [
  'LoginSucceeded',
  'LoginFailed',
  'RegistrationSucceeded',
  'RecoverySucceeded',
  'RecoveryInitiatedByAdmin',
  'VerificationSucceeded',
  'SettingsSucceeded',
  'IdentityUpdated',
  'SessionRevoked',
  'SessionRestored',
]

const mostBuckets = 1_000
const mostPerPage = 500

/** Creates the reader of stored events; it notifies waiting streams of new ones. */
export function createEventLog(deps: {
  readonly store: EventStore
  readonly recorder: Pick<EventRecorder, 'onStored'>
  readonly foreignWrites: Pick<ForeignWrites, 'watch'>
  readonly projectId: string | undefined
}): EventReader {
  const { store, recorder, foreignWrites, projectId = null } = deps
  const present = (event: StoredEvent): EventEnvelope => presentEvent(event, projectId)
  return {
    tail: async ({ after, limit }) => (await store.tail(after, limit)).map(present),
    latest: () => store.latest(),
    sequenceBefore: (time) => store.sequenceBefore(time),
    newest: async ({ before, limit, type, identityId }) => {
      const types = type === undefined ? [] : [type]
      const found =
        identityId === undefined
          ? await store.newest({ before, limit, type })
          : await store.ofIdentity({ identityId, before, limit, types })
      return found.map(present)
    },
    count: (range) => store.count(range),
    types: Object.keys(identityEvents),
    onStored: (listener) => {
      const ends = [recorder.onStored(listener), foreignWrites.watch(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    eventsOfIdentity: async (identityId, { size, before = Number.MAX_SAFE_INTEGER, types = [] }) => {
      const wanted = Math.min(Math.max(Math.trunc(size), 1), mostPerPage)
      const found = await store.ofIdentity({ identityId, before, types, limit: wanted + 1 })
      const events = found.slice(0, wanted)
      return { events: events.map(present), next: found.length > wanted ? events.at(-1)?.sequence : undefined }
    },
    signInActivity: async ({ from, to }, bucketMs) => {
      const length = Math.ceil((to - from) / bucketMs)
      if (!(bucketMs >= 1) || !(length >= 1) || length > mostBuckets) {
        throw new RangeError(`a range has 1 to ${mostBuckets} stretches of at least a millisecond, not ${length}`)
      }
      const counts = await store.signIns({ from: Math.trunc(from), to: Math.trunc(to), bucketMs: Math.trunc(bucketMs) })
      return Array.from({ length }, (_, index) => {
        const own = counts.filter(({ bucket }) => bucket === index)
        return { start: from + index * bucketMs, ...summed(own) }
      })
    },
  }
}

function summed(counts: Awaited<ReturnType<EventStore['signIns']>>): Omit<SignInBucket, 'start'> {
  const total = { succeeded: 0, failed: 0 }
  const methods: Record<string, { succeeded: number; failed: number }> = {}
  let durationMs = 0
  let longest = 0
  for (const { method, succeeded, count, durationSumMs, longestMs } of counts) {
    const outcome = succeeded ? 'succeeded' : 'failed'
    const own = (methods[method] ??= { succeeded: 0, failed: 0 })
    own[outcome] += count
    total[outcome] += count
    durationMs += durationSumMs
    longest = Math.max(longest, longestMs)
  }
  const all = total.succeeded + total.failed
  return { ...total, methods, durationMs: all === 0 ? undefined : { average: durationMs / all, longest } }
}

function presentEvent(event: StoredEvent, projectId: string | null): EventEnvelope {
  return {
    id: event.id,
    type: event.type,
    source: 'identity',
    schema_version: event.schemaVersion,
    sequence: event.sequence,
    time: new Date(event.time).toISOString(),
    project_id: projectId,
    identity_id: event.identityId ?? null,
    session_id: event.sessionId ?? null,
    flow_id: event.flowId ?? null,
    actor: parse(event.actor) as EventEnvelope['actor'],
    client: event.client === undefined ? null : (parse(event.client) as EventEnvelope['client']),
    data: parse(event.data) as EventEnvelope['data'],
    ...traceOfStored(event.trace),
  }
}

/** Parses a column, which only the recorder writes. */
function parse(column: string): unknown {
  return JSON.parse(column)
}
