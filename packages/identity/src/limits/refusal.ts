import type { LimitReached } from '@gatehouse/platform/limits'

import type { Refusal } from '../http/answer.ts'

/** Returns the refusal with the time to wait: `Retry-After` and `details.retry_after`, in seconds. */
export function limitRefusal({ until }: LimitReached, now: number): Refusal {
  if (until === undefined) return tooManyAtOnce
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return {
    code: 429,
    id: 'too_many_attempts',
    reason: `There were too many attempts. Please wait ${seconds} seconds before the next one.`,
    details: { retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  }
}

/** Waiting would not help. */
const tooManyAtOnce: Refusal = {
  code: 400,
  reason:
    'This would send more messages at once than may be sent. Please give fewer addresses, or one after the other.',
}
