import type { Transactions } from '@gatehouse/platform/database'

import type { OutboxMessage } from '../courier/message.ts'
import type { OutboxStore } from '../courier/outbox-store.ts'
import type { EventRecorder } from './recorder.ts'

/** Wraps the outbox: it records events in the transaction of each change. */
export function recordedOutbox(
  outbox: OutboxStore,
  deps: { readonly transactions: Transactions; readonly recorder: EventRecorder },
): OutboxStore {
  const { transactions, recorder } = deps
  return {
    ...outbox,
    insert: (message) =>
      transactions.durable(async () => {
        await outbox.insert(message)
        await recordEnd(recorder, message)
      }),
    // The same work as `insert`, although it has no effect.
    withhold: (message) => transactions.durable(() => outbox.withhold(message)),
    settle: (message, dispatch, holder) =>
      transactions.durable(async () => {
        const isOwn = await outbox.settle(message, dispatch, holder)
        if (isOwn) await recordEnd(recorder, message)
        return isOwn
      }),
  }
}

async function recordEnd(
  recorder: EventRecorder,
  { id, status, channel, templateType, sendCount }: OutboxMessage,
): Promise<void> {
  if (status !== 'sent' && status !== 'abandoned') return
  const type = status === 'sent' ? 'CourierMessageDispatched' : 'CourierMessageAbandoned'
  // The worker may have been woken by a request, but no request sends a message.
  await recorder.record(
    type,
    { by: 'system' },
    { message_id: id, channel, template_type: templateType, send_count: sendCount },
  )
}
