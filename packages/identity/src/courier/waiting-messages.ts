import type { Clock } from '@gatehouse/platform/work'

import type { Outage, OutageStore } from './outages.ts'
import type { OutboxStore } from './outbox-store.ts'

/** An outage, and how many messages wait for its end. */
export interface WaitingOutage extends Outage {
  readonly waiting: number
}

/** What is known of the messages that have not been handed over, whichever process does it. */
export interface WaitingMessages {
  /** How many messages wait to be sent, whether due or not. */
  readonly messagesWaiting: () => Promise<number>
  /** How many of them have waited for five minutes or longer. */
  readonly messagesOverdue: () => Promise<number>
  /** Which carriers fail while something waits for them. One that nothing waits for is over, or is noticed by the next message. */
  readonly outages: () => Promise<readonly WaitingOutage[]>
}

/** Longer than people wait for a code. */
const overdueMs = 5 * 60_000

/** Counts them. */
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
