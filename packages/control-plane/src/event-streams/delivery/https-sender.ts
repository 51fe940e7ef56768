import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

import type { Clock } from '../../clock.ts'
import { addressOf, guardedLookup, mayConnect, PrivateTargetError } from './public-address.ts'
import type { Reach, Resolve } from './public-address.ts'
import { faultOf, patienceMs } from './sender.ts'
import type { Attempt, Sender } from './sender.ts'
import { signatureHeaders } from './signature.ts'
import type { SecretBook } from './signature.ts'

/** What posting takes. `resolve` stands in for the system's resolver. */
export interface HttpsSenderOptions {
  readonly secrets: SecretBook
  readonly clock: Clock
  /** `loopback`: receivers on this machine, and plain http to them. */
  readonly reach: Reach
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string
  readonly resolve?: Resolve
}

/** Of an answer nothing counts but its status; a longer one is cut off. */
const mostAnswerBytes = 64 * 1024

/** Posts events, signed, to the endpoint of a stream. Redirects are not followed: they count as failures. */
export function createHttpsSender({ secrets, clock, reach, ca, resolve }: HttpsSenderOptions): Sender {
  // Kept connections were looked up and checked when they were made.
  const connection = { keepAlive: true, maxFreeSockets: 16, timeout: 30_000, lookup: guardedLookup(reach, resolve) }
  const agents = {
    http: new HttpAgent(connection),
    https: new HttpsAgent({ ...connection, ...(ca !== undefined && { ca }) }),
  }

  async function post(target: URL, options: RequestOptions, body: string): Promise<number> {
    try {
      return await postOnce(target, options, body)
    } catch (error) {
      // The receiver closed a kept connection just as it was used again: that says nothing about the event.
      if (!(error instanceof StaleConnectionError)) throw error
      return postOnce(target, options, body)
    }
  }

  function postOnce(target: URL, options: RequestOptions, body: string): Promise<number> {
    const isHttps = target.protocol === 'https:'
    const send = isHttps ? requestHttps : requestHttp
    return new Promise((done, fail) => {
      const outgoing = send(target, { ...options, agent: isHttps ? agents.https : agents.http }, (answer) => {
        answer.on('error', fail)
        void drain(answer).then(() => done(answer.statusCode ?? 0), fail)
      })
      outgoing.on('error', (error) => {
        const isStale = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        fail(isStale ? new StaleConnectionError(error.message) : error)
      })
      outgoing.end(body)
    })
  }

  async function attempt(
    endpoint: string,
    eventId: string,
    streamId: string,
    body: string,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const target = new URL(endpoint)
    const address = addressOf(target)
    if (address !== undefined && !mayConnect(address, reach)) throw new PrivateTargetError()
    if (target.protocol !== 'https:' && !(reach === 'loopback' && target.protocol === 'http:')) {
      return { kind: 'failed', status: undefined, fault: 'the endpoint does not begin with https://' }
    }
    const now = clock()
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'gatehouse-events',
      ...signatureHeaders(secrets.secretsOf(streamId, now), { id: eventId, body, now }),
    }
    // The name and password of the endpoint become the Authorization header.
    const status = await post(target, { method: 'POST', headers, signal }, body)
    return status >= 200 && status < 300
      ? { kind: 'delivered', status }
      : { kind: 'failed', status, fault: `the endpoint answered ${status}` }
  }

  return {
    send: async ({ id, destination }, { eventId, body }, signal) => {
      if (destination.type !== 'https') throw new TypeError('this sender is for streams of type https')
      const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
      try {
        return await attempt(destination.httpsEndpoint, eventId, id, body, limited)
      } catch (error) {
        return { kind: 'failed', status: undefined, fault: faultOf(error, limited) }
      }
    },
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

class StaleConnectionError extends Error {}

async function drain(answer: IncomingMessage): Promise<void> {
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > mostAnswerBytes) {
      answer.destroy()
      return
    }
  }
}
