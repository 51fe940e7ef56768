import { createOutbound, OutboundFault, type OutboundAnswer, type OutboundReason } from '@gatehouse/platform/outbound'
import type { Clock } from '@gatehouse/platform/work'
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpCallConfig, IdentityConfig } from '../configuration/config.ts'
import { authHeaders } from '../outbound/authentication.ts'
import { reachOfWebHooks } from '../outbound/reach.ts'

/** The longest time that a person waits for one hook, with all its tries, in milliseconds. */
const timeoutMs = 10_000

/** Calls of web hooks. The signature covers `id`; rejects with an OutboundFault. */
export interface HookCalls {
  readonly once: (hook: HttpCallConfig, id: string, body: string, signal?: AbortSignal) => Promise<OutboundAnswer>
  /** Retries after a temporary failure; it never rejects. */
  readonly again: (hook: HttpCallConfig, id: string, body: string) => Promise<Tried>
}

/** Creates the calls. Private addresses are called only if the configuration allows them. */
export function createHookCalls(deps: {
  readonly config: Pick<IdentityConfig, 'outbound'>
  readonly clock: Clock
  /** Waits for a time in milliseconds. Default: the system's timer. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined
}): HookCalls {
  const { config, clock, pause = delay } = deps
  const reachOf = reachOfWebHooks(config.outbound)
  const outbound = createOutbound({ purpose: 'web_hook', reachOf, timeoutMs })

  const once: HookCalls['once'] = async (hook, id, body, signal) => {
    const hasBody = hook.method !== 'GET'
    const sent = hasBody ? body : ''
    return outbound.call({
      url: hook.url,
      method: hook.method,
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        'user-agent': 'gatehouse',
        ...hook.headers,
        ...authHeaders(hook.auth, { id, now: clock(), body: sent }),
      },
      body: hasBody ? body : undefined,
      signal,
    })
  }

  return {
    once,
    again: (hook, id, body) =>
      retriedCall((signal) => once(hook, id, body, signal).catch(outboundFaultOf), { limitMs: timeoutMs, pause }),
  }
}

function outboundFaultOf(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error
  throw error
}

/** The result of a try. */
type Tried = OutboundAnswer | OutboundFault

/** The time limits of a call, and the pause between its tries. Milliseconds. */
interface RetryLimits {
  /** For all tries together. */
  readonly limitMs: number
  readonly pause: (milliseconds: number) => Promise<void>
}

/** As Kratos has it: three tries in all. */
const waitsMs = [1_000, 2_000]

/** Temporary faults. A fault of the configuration, or of a certificate, is the same at the next try. */
const passing: ReadonlySet<OutboundReason> = new Set([
  'unknown_name',
  'refused',
  'unreachable',
  'broken',
  'not_http',
  'tls',
  'other',
])

/**
 * Retries after a fault of the connection, a 429 or a 5xx (except 501), as a person waits for the answer. Returns the
 * result of the last try. `call` stops when its signal is aborted.
 */
async function retriedCall(
  call: (signal: AbortSignal) => Promise<Tried>,
  { limitMs, pause }: RetryLimits,
): Promise<Tried> {
  const signal = AbortSignal.timeout(limitMs)
  const deadline = performance.now() + limitMs
  for (const waitMs of waitsMs) {
    const tried = await call(signal)
    if (!isPassing(tried)) return tried
    const nextMs = askedWaitMs(tried) ?? waitMs
    if (performance.now() + nextMs >= deadline) return tried
    await pause(nextMs)
  }
  return call(signal)
}

function isPassing(tried: Tried): boolean {
  return tried instanceof OutboundFault ? passing.has(tried.reason) : isAway(tried)
}

function isAway({ status }: OutboundAnswer): boolean {
  return status === 429 || (status >= 500 && status !== 501)
}

/** Returns the wait that the other side requests, in milliseconds. */
function askedWaitMs(tried: Tried): number | undefined {
  if (tried instanceof OutboundFault) return undefined
  const { status, headers } = tried
  const text = headers.get('retry-after')
  if (text === null || (status !== 429 && status !== 503) || !/^\d{1,9}$/.test(text)) return undefined
  return Number(text) * 1_000
}
