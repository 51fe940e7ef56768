import type { OutboxMessage } from '../courier/message.ts'
import type { EventOf } from './recorder.ts'

/** Returns the event of a message that was sent or abandoned; nothing: it waits. */
export function messageEnded(
  message: OutboxMessage,
): EventOf<'CourierMessageDispatched' | 'CourierMessageAbandoned'> | undefined {
  const { id, status, channel, templateType, sendCount } = message
  if (status !== 'sent' && status !== 'abandoned') return undefined
  return [
    status === 'sent' ? 'CourierMessageDispatched' : 'CourierMessageAbandoned',
    // The worker may have been woken by a request, but no request sends a message.
    { by: 'system' },
    { message_id: id, channel, template_type: templateType, send_count: sendCount },
  ]
}
