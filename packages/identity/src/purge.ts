import { setImmediate } from 'node:timers/promises'

import type { AllowanceStore } from '@gatehouse/platform/limits'

import type { OutboxStore } from './courier/outbox-store.ts'
import type { RememberedDeviceStore } from './devices/device-store.ts'
import type { IdentityStore } from './identities/identity-store.ts'
import type { FlowStore } from './flows/ports/flow-store.ts'
import type { PendingAddressChangeStore } from './flows/ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from './flows/ports/pending-registrations.ts'
import type { SessionStore } from './sessions/session-store.ts'
import type { EventStore } from './events/event-store.ts'

const day = 24 * 60 * 60 * 1000
/** The time that ended sessions stay in lists, and that sent messages stay. */
const sessionsKeptMs = 30 * day
const messagesKeptMs = 30 * day
/** The number of sessions that end in one unit of work, each with its event. */
const endedAtOnce = 500

/** Removes expired rows, ends idle sessions, and completes the search index; returns the number of rows. */
export async function purgeExpired(
  stores: {
    readonly identities: Pick<IdentityStore, 'indexMissing'>
    readonly flows: FlowStore
    readonly pendingRegistrations: PendingRegistrationStore
    readonly pendingAddressChanges: PendingAddressChangeStore
    readonly sessions: SessionStore
    readonly outbox: OutboxStore
    readonly events: EventStore
    readonly allowances: AllowanceStore
    readonly devices: RememberedDeviceStore
  },
  {
    now,
    eventsKeptMs,
    sessionIdleMs,
  }: { readonly now: number; readonly eventsKeptMs: number; readonly sessionIdleMs: number | undefined },
): Promise<number> {
  // They are unusable already; from now on lists and events show it.
  if (sessionIdleMs !== undefined) await endUnused(stores.sessions, now - sessionIdleMs)
  return (
    (await stores.flows.purgeExpired(now)) +
    (await stores.pendingRegistrations.purge(now)) +
    (await stores.pendingAddressChanges.purge(now)) +
    (await stores.sessions.purgeExpired(now - sessionsKeptMs)) +
    (await stores.outbox.purge(now - messagesKeptMs)) +
    (await stores.events.purge(now - eventsKeptMs)) +
    (await stores.allowances.purge(now)) +
    (await stores.devices.purge(now)) +
    // Last: after an upgrade its time grows with the number of people.
    (await stores.identities.indexMissing())
  )
}

/** Ends idle sessions in steps, so that others read and write in between. */
async function endUnused(sessions: SessionStore, since: number): Promise<void> {
  let ended = endedAtOnce
  while (ended === endedAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    ended = (await sessions.endUnused(since, endedAtOnce)).length
    // oxlint-disable-next-line no-await-in-loop -- waiting requests go first
    await setImmediate()
  }
}
