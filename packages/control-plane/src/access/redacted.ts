import type { Operation } from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import { jsonAnswer } from '../http/answer.ts'

const linkList = z.looseObject({ links: z.array(z.looseObject({})) })
const messageList = z.array(z.looseObject({}))

/** TABLE: the lists that can be read without sign-in secrets, and how those are struck out. */
const redactions: Partial<Readonly<Record<Operation, (document: unknown) => unknown>>> = {
  getOrganizationOnboardingPortalLinks: (document) => ({
    links: linkList.parse(document).links.map(({ value: _secret, ...link }) => link),
  }),
  listCourierMessages: (document) => messageList.parse(document).map((one) => ({ ...one, subject: '', body: '' })),
}

/** Returns whether a call asks for a list without its secrets: such a call is not audited. */
export function asksForRedacted(operation: Operation, query: URLSearchParams): boolean {
  return redactions[operation] !== undefined && query.get('redacted') === 'true'
}

/** Returns the answer without secrets. A refusal stays as it is. */
export async function redactedAnswer(operation: Operation, answer: Response): Promise<Response> {
  const redact = redactions[operation]
  if (redact === undefined || !answer.ok) return answer
  const redacted = jsonAnswer(answer.status, redact(await answer.json()))
  for (const name of ['link', 'x-total-count']) {
    const value = answer.headers.get(name)
    if (value !== null) redacted.headers.set(name, value)
  }
  return redacted
}
