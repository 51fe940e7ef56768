import type { Answer, AnswerMetadata, OkAnswer } from '@gatehouse/client/client'
import type { CallResult } from '@gatehouse/client/control-plane'
import { refusalPage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Returns the successful answer of a call to the admin API. Throws an error response if it is refused. */
export async function okOrThrow<T>(page: ConsoleRequest, asked: Promise<Answer<T>>): Promise<OkAnswer<T>> {
  const answer = await asked
  if (answer.kind === 'ok') return answer
  const { status, reason, id } = refusalOf(answer)
  throw refusalPage(page, status, reason, id)
}

/** Converts the answer of a call to the admin API to a result, so that a form can show a refusal. */
export async function callResult<T>(asked: Promise<Answer<T>>): Promise<CallResult<T>> {
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
