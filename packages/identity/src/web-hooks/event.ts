import { withoutTrailing } from '@gatehouse/contract/http'
import type { FlowKind } from '@gatehouse/contract/flows'

import type { IdentityConfig } from '../configuration/config.ts'
import { presentFlow } from '../flows/presentation/present.ts'
import { transientPayload } from '../flows/http/submission.ts'
import type { HookEvent } from '../flows/ports/web-hooks.ts'
import type { Identity } from '../identities/identity.ts'
import { presentIdentityForAdmin, timestamp } from '../identities/present.ts'
import { presentSession } from '../sessions/present.ts'

/** What a hook's body is made from. */
export interface HookContext {
  /** The built-in body. */
  readonly standard: Readonly<Record<string, unknown>>
  /** `ctx` of a Jsonnet body. */
  readonly jsonnet: Readonly<Record<string, unknown>>
}

/** The account as hooks see it: what an administrator sees, without credentials. */
export function shownIdentity({ publicBaseUrl }: Pick<IdentityConfig, 'publicBaseUrl'>, identity: Identity) {
  return presentIdentityForAdmin(identity, publicBaseUrl, { credentials: false, declassify: new Set() })
}

/** Puts an event into words. No secret of the person is among them: no cookie, token, code or password. */
export function describeEvent(
  { publicBaseUrl, outbound }: Pick<IdentityConfig, 'publicBaseUrl' | 'outbound'>,
  { flow, request, fields, method, identity, session }: HookEvent,
): HookContext {
  const transient = transientPayload(fields)
  const shown = shownIdentity({ publicBaseUrl }, identity)
  const shownSession = session && presentSession(session, { publicBaseUrl, now: request.now })
  const headers = Object.fromEntries(
    outbound.headersForHooks.flatMap((name) => {
      const value = request.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
  const { request: received } = request.route
  const url = withoutTrailing(publicBaseUrl, '/') + request.route.url.pathname
  return {
    standard: {
      type: `${flow.kind satisfies FlowKind}.after`,
      time: timestamp(request.now),
      method,
      flow: { id: flow.id, type: flow.type, request_url: flow.requestUrl, return_to: flow.returnTo ?? null },
      identity: shown,
      session: shownSession ?? null,
      request: { method: received.method, url, headers },
      transient_payload: transient,
    },
    jsonnet: {
      flow: { ...presentFlow({ ...flow, nodes: [] }, publicBaseUrl, undefined), transient_payload: transient },
      identity: shown,
      ...(shownSession && { session: shownSession }),
      request_headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      request_method: received.method,
      request_url: url,
      request_cookies: {},
    },
  }
}
