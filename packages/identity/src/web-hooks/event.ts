import type { FlowKind } from '@gatehouse/contract/flow'

import type { IdentityConfig } from '../configuration/config.ts'
import type { StoredFlow } from '../flows/model/flow.ts'
import { presentFlow } from '../flows/presentation/present.ts'
import { transientPayload } from '../flows/http/submission.ts'
import type { Fields } from '../flows/http/submission.ts'
import type { Visit } from '../flows/http/request-context.ts'
import type { Identity } from '../identities/identity.ts'
import { presentIdentityForAdmin, timestamp } from '../identities/present.ts'
import { presentSession } from '../sessions/present.ts'
import type { Session } from '../sessions/session.ts'

/** A flow that has come to its end, as hooks hear of it. */
export interface HookEvent {
  readonly flow: StoredFlow
  readonly visit: Visit
  readonly fields: Fields
  /** The method it was done with; also the key of its hooks in the configuration. */
  readonly method: string
  readonly identity: Identity
  readonly session?: Session
}

/** What a hook's body is made from. */
export interface HookContext {
  /** The built-in body. */
  readonly standard: Readonly<Record<string, unknown>>
  /** `ctx` of a Jsonnet body. */
  readonly jsonnet: Readonly<Record<string, unknown>>
}

/** Puts an event into words. No secret of the person is among them: no cookie, token, code or password. */
export function describeEvent(
  { publicBaseUrl, outbound }: Pick<IdentityConfig, 'publicBaseUrl' | 'outbound'>,
  { flow, visit, fields, method, identity, session }: HookEvent,
): HookContext {
  const transient = transientPayload(fields)
  const shown = presentIdentityForAdmin(identity, publicBaseUrl, { credentials: false, declassify: new Set() })
  const shownSession = session && presentSession(session, { publicBaseUrl, now: visit.now })
  const headers = Object.fromEntries(
    outbound.headersForHooks.flatMap((name) => {
      const value = visit.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
  const { request } = visit.context
  const url = publicBaseUrl.replace(/\/+$/, '') + visit.context.url.pathname
  return {
    standard: {
      type: `${flow.kind satisfies FlowKind}.after`,
      time: timestamp(visit.now),
      method,
      flow: { id: flow.id, type: flow.type, request_url: flow.requestUrl, return_to: flow.returnTo ?? null },
      identity: shown,
      session: shownSession ?? null,
      request: { method: request.method, url, headers },
      transient_payload: transient,
    },
    jsonnet: {
      flow: { ...presentFlow({ ...flow, nodes: [] }, publicBaseUrl, undefined), transient_payload: transient },
      identity: shown,
      ...(shownSession && { session: shownSession }),
      request_headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      request_method: request.method,
      request_url: url,
      request_cookies: {},
    },
  }
}
