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
  message: Pick<OutboxMessage, 'status' | 'sendCount' | 'templateType' | 'body' | 'createdAt' | 'dueAt'>,
  isHeld: boolean,
): 'as_it_is' | 'new_proof' | undefined {
  const { status, sendCount, body, createdAt, dueAt } = message
  // One that was put off has spent no try.
  if (status === 'queued') return sendCount > 0 || dueAt > createdAt || isHeld ? 'as_it_is' : undefined
  if (status !== 'abandoned') return undefined
  if (isProofRequest(message)) return 'new_proof'
  return body === '' ? undefined : 'as_it_is'
}

/** Whether a message asks for the proof of an address. */
export function isProofRequest({ templateType }: Pick<OutboxMessage, 'templateType'>): boolean {
  return proofs.includes(templateType)
}

/** TABLE: the messages with a link that ends by itself; those with a code are called `…_code_valid`. */
const withLink: readonly string[] = ['recovery_valid', 'verification_valid']

/** Whether the code or the link of a message has run out, so that it is of no use any more. */
export function hasRunOut(
  { templateType, createdAt }: Pick<OutboxMessage, 'templateType' | 'createdAt'>,
  { code, link }: Readonly<Record<'code' | 'link', { readonly lifespanMs: number }>>,
  now: number,
): boolean {
  if (templateType.endsWith('_code_valid')) return now - createdAt >= code.lifespanMs
  return withLink.includes(templateType) && now - createdAt >= link.lifespanMs
}
