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
  /** Gives up earlier than the time that is allowed. */
  readonly signal?: AbortSignal | undefined
}

/** A whole answer. */
export interface OutboundAnswer {
  /** The address that answered: another one where redirects were followed. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Where calls may go, how long they may take, and what an answer may weigh. */
export interface OutboundOptions {
  readonly purpose: OutboundPurpose
  /**
   * How far an address may be. The address decides, so that a configuration can make exceptions for some. By default
   * what a project decides is for the public internet, and what the operator decides for any address.
   */
  readonly reachOf?: (url: string) => Reach
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number
  /** Longer answers are given up; 256 KiB by default. */
  readonly mostBytes?: number
  /** True: of a longer answer the beginning is taken instead. */
  readonly cutsLongAnswers?: boolean
  /** How many redirects are followed; none by default. Each goes through the same guard. */
  readonly redirects?: number
  /** Whether connections are kept for the next call; not by default. */
  readonly keepsConnections?: boolean
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string | undefined
  /** Stands in for the system's resolver. */
  readonly resolve?: Resolve | undefined
}

/** Calls other services, within its limits. */
export interface Outbound {
  /** Sends a request and waits for the whole answer. Rejects with an `OutboundFault`. */
  readonly call: (request: OutboundRequest) => Promise<OutboundAnswer>
  /** Ends connections that are kept open. */
  readonly close: () => void
}

const mostBytesByDefault = 256 * 1024

/** Makes a client. Every connection of it passes the guard of its reach. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { purpose, timeoutMs } = options
  const usual = outboundConnections[purpose].decidedBy === 'operator' ? 'any' : 'public'
  const { reachOf = (): Reach => usual } = options
  // By reach, so that a connection that was made for an exception never serves a call without one.
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

/** The last address of the redirects that were followed; undefined where there was none. */
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
    // Leaving the loop ends the connection.
    if (size > mostBytes && cutsLongAnswers) break
    if (size > mostBytes) throw new OutboundFault('too_large')
  }
  return Buffer.concat(chunks, Math.min(size, mostBytes)).toString('utf8')
}
