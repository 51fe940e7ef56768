import type { OutboxMessage } from './message.ts'
import { noticeTemplates } from './templates.ts'

const proofs: readonly string[] = ['verification_code_valid', 'verification_valid']
const notices: readonly string[] = noticeTemplates

/** Whether a message carries nothing that is over after a while: its text may stay until the message is removed. */
export function isNotice({ templateType }: Pick<OutboxMessage, 'templateType'>): boolean {
  return notices.includes(templateType)
}

/**
 * How a message that did not get there is sent once more: as it lies in the outbox, or with a new proof of the address.
 * Nothing: there is no need, or its text is gone. `isHeld`: its carrier fails.
 */
export function resendOf(
  message: Pick<OutboxMessage, 'status' | 'sendCount' | 'templateType' | 'body'>,
  isHeld: boolean,
): 'as_it_is' | 'new_proof' | undefined {
  const { status, sendCount, templateType, body } = message
  if (status === 'queued') return sendCount > 0 || isHeld ? 'as_it_is' : undefined
  if (status !== 'abandoned') return undefined
  if (proofs.includes(templateType)) return 'new_proof'
  return body === '' ? undefined : 'as_it_is'
}
