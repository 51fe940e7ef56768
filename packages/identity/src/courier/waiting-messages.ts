import type { Clock } from '@gatehouse/platform/work'

import type { Outage, OutageStore } from './outages.ts'
import type { OutboxStore } from './outbox-store.ts'

/** An outage, and the number of messages that wait for its end. */
export interface WaitingOutage extends Outage {
  readonly waiting: number
}

/** The figures about messages that are not delivered yet, whichever process delivers them. */
export interface WaitingMessages {
  /** Counts the messages that wait to be sent, due or not. */
  readonly messagesWaiting: () => Promise<number>
  /** Counts those that have waited for five minutes or longer. */
  readonly messagesOverdue: () => Promise<number>
  /** Returns the failing carriers with waiting messages. Without any, the next message shows the carrier's state. */
  readonly outages: () => Promise<readonly WaitingOutage[]>
}

/** Longer than people wait for a code. */
const overdueMs = 5 * 60_000

/** Creates the figures. */
export function createWaitingMessages({
  outages,
  outbox,
  clock,
}: {
  readonly outages: Pick<OutageStore, 'all'>
  readonly outbox: Pick<OutboxStore, 'waiting' | 'waitingSince'>
  readonly clock: Clock
}): WaitingMessages {
  return {
    messagesWaiting: async () => (await outbox.waiting('email')) + (await outbox.waiting('phone')),
    messagesOverdue: () => outbox.waitingSince(clock() - overdueMs),
    outages: async () => {
      const all = (await outages.all()).map(async (outage) => ({
        ...outage,
        waiting: await outbox.waiting(outage.type),
      }))
      return (await Promise.all(all)).filter(({ waiting }) => waiting > 0)
    },
  }
}
