import { interceptors, type Dispatcher } from 'undici'

import { createGuardedAgent } from './agent.ts'
import { inSpan } from '../traces/spans.ts'
import { callSpan, outcomeOf, traceHeaders } from './call-span.ts'
import { outboundConnections, type OutboundPurpose } from './connections.ts'
import { OutboundFault, outboundFault } from './fault.ts'
import type { Resolve } from './guarded-lookup.ts'
import type { Reach } from './reach.ts'

/** A request to another service. */
export interface OutboundRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Aborts the call before its timeout. */
  readonly signal?: AbortSignal | undefined
}

/** A whole answer. */
export interface OutboundAnswer {
  /** The address that answered: another one if redirects were followed. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The allowed addresses of calls, their timeout, and the size limit of answers. */
export interface OutboundOptions {
  readonly purpose: OutboundPurpose
  /**
   * Returns the allowed reach of an address. A configuration can make exceptions for some addresses. By default
   * addresses that a project configures must be on the public internet, and those of the operator may be anywhere.
   */
  readonly reachOf?: (url: string) => Reach
  /** The timeout of the whole exchange, in milliseconds. */
  readonly timeoutMs: number
  /** The size limit of answers; longer ones are aborted; 256 KiB by default. */
  readonly mostBytes?: number
  /** True: a longer answer is cut off instead of refused. */
  readonly cutsLongAnswers?: boolean
  /** The maximum number of redirects; none by default. Each is checked in the same way. */
  readonly redirects?: number
  /** Whether connections are reused for later calls; not by default. */
  readonly keepsConnections?: boolean
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string | undefined
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve | undefined
}

/** Calls other services, within the client's limits. */
export interface Outbound {
  /** Sends a request and waits for the whole answer. Rejects with an `OutboundFault`. */
  readonly call: (request: OutboundRequest) => Promise<OutboundAnswer>
  /** Closes kept connections. */
  readonly close: () => void
}

const mostBytesByDefault = 256 * 1024

/** Creates a client. Every connection of it is checked against its reach. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { purpose, timeoutMs } = options
  const usual = outboundConnections[purpose].decidedBy === 'operator' ? 'any' : 'public'
  const { reachOf = (): Reach => usual } = options
  // By reach, so that a connection for an exception never serves a call without one.
  const agents = new Map<Reach, Dispatcher>()
  const agentFor = (reach: Reach): Dispatcher => {
    const agent = agents.get(reach) ?? openAgent(reach, options)
    agents.set(reach, agent)
    return agent
  }

  const call = (request: OutboundRequest): Promise<OutboundAnswer> =>
    inSpan(callSpan(purpose, request.method, request.url), async (span) => {
      const answer = await send(request)
      outcomeOf(span, answer.status)
      return answer
    })

  async function send({ url, method, headers, body, signal }: OutboundRequest): Promise<OutboundAnswer> {
    const target = URL.parse(url)
    if (!target || !/^https?:$/.test(target.protocol)) throw new OutboundFault('bad_url')
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await agentFor(reachOf(url)).request({
        origin: target.origin,
        path: target.pathname + target.search,
        method,
        headers: { ...authorizationOf(target), ...headers, ...traceHeaders(purpose) },
        body: body ?? null,
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      })
      const text = await read(answer.body, options)
      return {
        url: answeringUrl(answer.context) ?? url,
        status: answer.statusCode,
        headers: headersOf(answer.headers),
        body: text,
      }
    } catch (error) {
      throw limit.aborted ? new OutboundFault('timeout', error) : outboundFault(error)
    }
  }

  return {
    call,
    close: () => {
      for (const agent of agents.values()) void agent.destroy()
      agents.clear()
    },
  }
}

function openAgent(reach: Reach, options: OutboundOptions): Dispatcher {
  const { timeoutMs, redirects = 0, keepsConnections = false, ca, resolve } = options
  const agent = createGuardedAgent({ reach, keepsConnections, connectMs: timeoutMs, ca, resolve })
  return redirects === 0 ? agent : agent.compose(interceptors.redirect({ maxRedirections: redirects }))
}

/** Returns the last address of the followed redirects; undefined if there was none. */
function answeringUrl(context: unknown): string | undefined {
  if (typeof context !== 'object' || context === null || !('history' in context)) return undefined
  const history: readonly unknown[] = Array.isArray(context.history) ? context.history : []
  const last = history.length > 1 ? history.at(-1) : undefined
  return last instanceof URL ? last.href : undefined
}

/** The name and password of a URL, as clients send them. */
function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const pairs = Object.entries(received).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one]))
  return new Headers(pairs as [string, string][])
}

async function read(
  body: AsyncIterable<Uint8Array>,
  { mostBytes = mostBytesByDefault, cutsLongAnswers = false }: OutboundOptions,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    chunks.push(chunk)
    // The end of the loop closes the connection.
    if (size > mostBytes && cutsLongAnswers) break
    if (size > mostBytes) throw new OutboundFault('too_large')
  }
  return Buffer.concat(chunks, Math.min(size, mostBytes)).toString('utf8')
}
