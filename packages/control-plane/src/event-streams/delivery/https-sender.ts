import {
  createOutbound,
  OutboundFault,
  webhookSignature,
  type OutboundAnswer,
  type OutboundRequest,
  type Resolve,
} from '@gatehouse/platform/outbound'

import type { Clock } from '@gatehouse/platform/work'
import { faultOf, timeoutMs, type Attempt, type DeliveryReach, type Sender } from './sender.ts'
import type { SecretBook } from './signature.ts'

/** The options of posting. `resolve` replaces the system's resolver. */
export interface HttpsSenderOptions {
  readonly secrets: SecretBook
  readonly clock: Clock
  /** `loopback`: receivers on this machine are allowed, also over plain http. */
  readonly reach: DeliveryReach
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string
  readonly resolve?: Resolve
}

/** Only the status of an answer is used; a longer one is cut off. */
const mostBytes = 64 * 1024

/** Posts signed events to the endpoint of a stream. Redirects are not followed: they count as failures. */
export function createHttpsSender({ secrets, clock, reach, ca, resolve }: HttpsSenderOptions): Sender {
  const outbound = createOutbound({
    purpose: 'event_stream',
    reachOf: () => reach,
    timeoutMs,
    mostBytes,
    cutsLongAnswers: true,
    keepsConnections: true,
    ca,
    resolve,
  })

  async function secretsNow(streamId: string, now: number): Promise<readonly string[]> {
    const { current, previous } = await secrets.secretsOf(streamId, now)
    return previous === undefined ? [current] : [current, previous]
  }

  async function post(request: OutboundRequest): Promise<OutboundAnswer> {
    try {
      return await outbound.call(request)
    } catch (error) {
      // The receiver may have closed a kept connection just as it was used again. That is no failure of the event, and
      // receivers ignore duplicates by its id.
      if (!(error instanceof OutboundFault && error.reason === 'broken')) throw error
      return outbound.call(request)
    }
  }

  async function attempt(
    endpoint: string,
    eventId: string,
    streamId: string,
    body: string,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { protocol } = new URL(endpoint)
    if (protocol !== 'https:' && !(reach === 'loopback' && protocol === 'http:')) {
      return { kind: 'failed', status: undefined, fault: 'the endpoint does not begin with https://' }
    }
    const now = clock()
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'gatehouse-events',
      ...webhookSignature(await secretsNow(streamId, now), { id: eventId, body, now }),
    }
    // The name and password of the endpoint become the Authorization header.
    const { status } = await post({ url: endpoint, method: 'POST', headers, body, signal })
    return status >= 200 && status < 300
      ? { kind: 'delivered', status }
      : { kind: 'failed', status, fault: `the endpoint answered ${status}` }
  }

  return {
    send: async ({ id, destination }, { eventId, body }, signal) => {
      if (destination.type !== 'https') throw new TypeError('this sender is for streams of type https')
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await attempt(destination.httpsEndpoint, eventId, id, body, limited)
      } catch (error) {
        return { kind: 'failed', status: undefined, fault: faultOf(error, limited) }
      }
    },
    close: outbound.close,
  }
}
