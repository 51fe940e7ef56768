import type { OutboxMessage } from './message.ts'
import { noticeTemplates } from './templates.ts'

const proofs: readonly string[] = ['verification_code_valid', 'verification_valid']
const notices: readonly string[] = noticeTemplates

/** Checks that a message carries nothing that expires: its text may stay until the message is removed. */
export function isNotice({ templateType }: Pick<OutboxMessage, 'templateType'>): boolean {
  return notices.includes(templateType)
}

/**
 * Returns the way to send an undelivered message again: from the outbox as it is, or with a new proof of the address.
 * Nothing: there is no need, or its text is gone. `isHeld`: its carrier fails.
 */
export function resendOf(
  message: Pick<OutboxMessage, 'status' | 'sendCount' | 'templateType' | 'body' | 'createdAt' | 'dueAt'>,
  isHeld: boolean,
): 'as_it_is' | 'new_proof' | undefined {
  const { status, sendCount, body, createdAt, dueAt } = message
  // A deferred one has used up no try.
  if (status === 'queued') return sendCount > 0 || dueAt > createdAt || isHeld ? 'as_it_is' : undefined
  if (status !== 'abandoned') return undefined
  if (isProofRequest(message)) return 'new_proof'
  return body === '' ? undefined : 'as_it_is'
}

/** Checks that a message requests the proof of an address. */
export function isProofRequest({ templateType }: Pick<OutboxMessage, 'templateType'>): boolean {
  return proofs.includes(templateType)
}

/** TABLE: the messages with a link that expires; those with a code are called `…_code_valid`. */
const withLink: readonly string[] = ['recovery_valid', 'verification_valid']

/** Checks that the code or the link of a message has expired, so that it is useless. */
export function hasRunOut(
  { templateType, createdAt }: Pick<OutboxMessage, 'templateType' | 'createdAt'>,
  { code, link }: Readonly<Record<'code' | 'link', { readonly lifespanMs: number }>>,
  now: number,
): boolean {
  if (templateType.endsWith('_code_valid')) return now - createdAt >= code.lifespanMs
  return withLink.includes(templateType) && now - createdAt >= link.lifespanMs
}
