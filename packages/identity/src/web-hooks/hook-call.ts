import { setTimeout as delay } from 'node:timers/promises'

import { createOutbound, OutboundFault } from '@gatehouse/platform/outbound'

import type { Clock } from '@gatehouse/platform/work'
import type { HttpCallConfig, IdentityConfig } from '../configuration/config.ts'
import { authHeaders } from '../outbound/authentication.ts'
import { reachOfWebHooks } from '../outbound/reach.ts'
import { retriedCall } from './retried-call.ts'
import type { Tried } from './retried-call.ts'
import type { OutboundAnswer } from '@gatehouse/platform/outbound'

/** How long a person is kept waiting for one hook, with all its tries, in milliseconds. */
const patienceMs = 10_000

/** Calls of web hooks. `id` is what a signature is made with; rejects with an OutboundFault. */
export interface HookCalls {
  readonly once: (hook: HttpCallConfig, id: string, body: string, signal?: AbortSignal) => Promise<OutboundAnswer>
  /** With further tries where it fails for a moment; it never rejects. */
  readonly again: (hook: HttpCallConfig, id: string, body: string) => Promise<Tried>
}

/** Makes them. Private addresses are called only as far as the configuration allows them. */
export function createHookCalls(deps: {
  readonly config: Pick<IdentityConfig, 'outbound'>
  readonly clock: Clock
  /** Waits so many milliseconds. Default: the system's timer. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined
}): HookCalls {
  const { config, clock, pause = delay } = deps
  const reachOf = reachOfWebHooks(config.outbound)
  const outbound = createOutbound({ purpose: 'web_hook', reachOf, timeoutMs: patienceMs })

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
      retriedCall((signal) => once(hook, id, body, signal).catch(outboundFaultOf), { limitMs: patienceMs, pause }),
  }
}

function outboundFaultOf(error: unknown): OutboundFault {
  if (error instanceof OutboundFault) return error
  throw error
}
