import type { Answer, AnswerMetadata, OkAnswer } from '@gatehouse/client/client'
import type { Changed } from '@gatehouse/client/control-plane'
import { refusedByControlPlane } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Waits for an answer of the admin API that a page shows. Throws the page of a refusal. */
export async function loaded<T>(page: ConsoleRequest, asked: Promise<Answer<T>>): Promise<OkAnswer<T>> {
  const answer = await asked
  if (answer.kind === 'ok') return answer
  const { status, reason, id } = refusalOf(answer)
  throw refusedByControlPlane(page, status, reason, id)
}

/** Waits for an answer of the admin API, and returns it as an outcome: a form shows its refusal. */
export async function changed<T>(asked: Promise<Answer<T>>): Promise<Changed<T>> {
  const answer = await asked
  return answer.kind === 'ok'
    ? { kind: 'done', body: answer.body }
    : { kind: 'refused', ...refusalOf(answer), faults: [] }
}

/** Returns the parts of a refusal that a page shows. */
export function refusalOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): {
  readonly status: number
  readonly id: string | undefined
  readonly reason: string
} {
  if (answer.kind !== 'error') throw new TypeError(`An admin API answered with a ${answer.kind}`)
  const { id, reason, message } = answer.envelope.error
  return { status: answer.status, id, reason: reason ?? message }
}

/** Returns the number of entries on all pages of a list; undefined if the service does not count them. */
export function totalIn({ headers }: Pick<AnswerMetadata, 'headers'>): number | undefined {
  const total = headers.get('x-total-count') ?? ''
  return /^\d+$/.test(total) ? Number(total) : undefined
}
