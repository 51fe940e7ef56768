import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

import { isPrivateAddress } from './private-address.ts'

/** A request to somebody else's service. */
export interface OutboundRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A whole answer; at most 256 KiB of body. */
export interface OutboundAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Nothing usable came back; the text says why, without what was sent. */
export class OutboundFault extends Error {}

/** The address is on this machine or in a private network, and was not called. */
export class PrivateTargetFault extends OutboundFault {}

/** Where calls may go, and how long they may take, in milliseconds. */
export interface OutboundOptions {
  /** False: addresses of this machine and of private networks are refused, whatever name they hide behind. */
  readonly allowPrivate: (url: string) => boolean
  readonly timeoutMs: number
}

/** Longer answers are given up. */
const mostBytes = 256 * 1024

/** Sends a request and waits for the whole answer. Follows no redirect. Rejects with an `OutboundFault`. */
export function createOutbound({ allowPrivate, timeoutMs }: OutboundOptions) {
  return async ({ url, method, headers, body }: OutboundRequest): Promise<OutboundAnswer> => {
    const target = URL.parse(url)
    if (!target || !/^https?:$/.test(target.protocol)) throw new OutboundFault('the address is neither http nor https')
    const guarded = !allowPrivate(url)
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (guarded && isIP(host) !== 0 && isPrivateAddress(host)) throw privateTarget()
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const signal = AbortSignal.timeout(timeoutMs)
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        const reason = signal.aborted ? `no answer within ${timeoutMs} ms` : textOf(error)
        reject(error instanceof OutboundFault ? error : new OutboundFault(reason))
      }
      const outgoing = send(
        target,
        {
          method,
          headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
          signal,
          // A connection of an earlier call was looked up then, perhaps for another hook.
          agent: false,
          ...(guarded && { lookup: publicLookup }),
        },
        (answer) =>
          void read(answer).then(
            (text) => resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), body: text }),
            fail,
          ),
      )
      outgoing.on('error', fail)
      outgoing.end(body)
    })
  }
}

/** What calls other people's services, within its limits. Rejects with an `OutboundFault`. */
export type Outbound = ReturnType<typeof createOutbound>

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((v) => [name, v])))
}

async function read(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > mostBytes) {
      answer.destroy()
      throw new OutboundFault('the answer is too large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString('utf8')
}

/** The address that is checked is the one that is connected to: names cannot change their mind in between. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const usable = error ? [] : addresses.filter(({ address }) => !isPrivateAddress(address))
    const [first] = usable
    if (error || !first) callback(error ?? privateTarget(), [])
    else if (options.all === true) callback(null, usable)
    else callback(null, first.address, first.family)
  })
}

function privateTarget(): OutboundFault & NodeJS.ErrnoException {
  return new PrivateTargetFault(
    'the address is private; allow it with clients.http.private_ip_exception_urls or disallow_private_ip_ranges: false',
  )
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
