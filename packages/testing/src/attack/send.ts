import { toRequest, type AttackRequest } from './attack-request.ts'
import { tallyOf, type AttackAnswer, type Tally } from './tally.ts'

/** Anything that answers requests: a service, a gateway, a visitor with cookies, a listener over the network. */
export interface Target {
  fetch(request: Request): Promise<Response>
}

/** Sends the requests one after the other, each after the answer to the one before. */
export async function sendInTurn(target: Target, requests: Iterable<AttackRequest>): Promise<Tally> {
  const answers: AttackAnswer[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other is what is asked for
  for (const request of requests) answers.push(await send(target, request))
  return tallyOf(answers)
}

/**
 * Sends all requests before the first answer is waited for: an operation that checks and then acts must withstand that.
 */
export async function sendInParallel(target: Target, requests: Iterable<AttackRequest>): Promise<Tally> {
  return tallyOf(await Promise.all(Array.from(requests, (request) => send(target, request))))
}

/** Repeats the same request so many times. */
export function repeated(request: AttackRequest, times: number): readonly AttackRequest[] {
  return Array.from({ length: times }, () => request)
}

async function send(target: Target, request: AttackRequest): Promise<AttackAnswer> {
  const answer = await target.fetch(toRequest(request))
  const { status, headers } = answer
  return { label: request.label ?? '', request, status, headers, text: await answer.text() }
}
