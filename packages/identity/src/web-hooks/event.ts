import { withoutTrailing } from '@gatehouse/contract/http'
import type { FlowKind } from '@gatehouse/contract/flows'

import type { IdentityConfig } from '../configuration/config.ts'
import { presentFlow } from '../flows/presentation/present.ts'
import { transientPayload } from '../flows/http/submission.ts'
import type { HookEvent, OpeningEvent } from '../flows/ports/web-hooks.ts'
import type { Identity } from '../identities/identity.ts'
import { presentIdentityForAdmin, timestamp } from '../identities/present.ts'
import { presentSession } from '../sessions/present.ts'

/** The input of a hook's body. */
export interface HookContext {
  /** The built-in body. */
  readonly standard: Readonly<Record<string, unknown>>
  /** `ctx` of a Jsonnet body. */
  readonly jsonnet: Readonly<Record<string, unknown>>
}

/** Returns the account for hooks: the administrator's view, without credentials. */
export function shownIdentity({ publicBaseUrl }: Pick<IdentityConfig, 'publicBaseUrl'>, identity: Identity) {
  return presentIdentityForAdmin(identity, publicBaseUrl, { credentials: false, declassify: new Set() })
}

/**
 * Describes an event. It holds no secret of the person: no token, code or password, and no cookie of this service.
 * `program` is the Jsonnet that reads it: cookies of the visitor are included for a program that names them.
 */
export function describeEvent(
  config: Pick<IdentityConfig, 'publicBaseUrl' | 'outbound' | 'session'>,
  event: HookEvent | OpeningEvent,
  program = '',
): HookContext {
  const { flow, request, identity, session } = event
  const { fields = {}, method } = 'method' in event ? event : {}
  const { publicBaseUrl, outbound } = config
  const transient = transientPayload(fields)
  const shown = identity && shownIdentity({ publicBaseUrl }, identity)
  const view = { publicBaseUrl, now: request.now }
  const isProof = method !== undefined && (flow.kind === 'recovery' || flow.kind === 'verification')
  const headers = outbound.headersForHooks.flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const { request: received, url, cookies } = request.route
  const address = withoutTrailing(publicBaseUrl, '/') + url.pathname
  return {
    standard: {
      type: `${flow.kind satisfies FlowKind}.${method === undefined ? 'before' : 'after'}`,
      time: timestamp(request.now),
      ...(method !== undefined && { method }),
      flow: { id: flow.id, type: flow.type, request_url: flow.requestUrl, return_to: flow.returnTo ?? null },
      identity: shown ?? null,
      session: session ? presentSession(session, view) : null,
      request: { method: received.method, url: address, headers: Object.fromEntries(headers) },
      transient_payload: transient,
    },
    jsonnet: {
      flow: {
        // Nodes may hold secrets, for example of an authenticator app.
        ...presentFlow(
          { ...flow, active: flow.active ?? (method && methodOf(method)), nodes: [] },
          publicBaseUrl,
          undefined,
        ),
        // The proof was given: Ory Kratos advances the flow before it calls, although a hook may still stop it.
        ...(isProof && { state: 'passed_challenge' }),
        ...(flow.kind === 'settings' && shown && { identity: shown }),
        transient_payload: transient,
      },
      ...(shown && { identity: shown }),
      ...(session && { session: presentSession(session, { ...view, ...(identity && { identity }) }) }),
      request_headers: Object.fromEntries(headers.map(([name, value]) => [canonicalName(name), [value]])),
      request_method: received.method,
      request_url: address + withoutSecrets(url.searchParams),
      request_cookies: program.includes('request_cookies') ? cookiesOfOthers(config, cookies) : {},
    },
  }
}

/** Returns the method of a hook: keys of hooks in a configuration name some methods with their flow. */
function methodOf(key: string): string {
  return key.replace(/_recovery$/, '')
}

/** Returns a header's name as Go's `http.Header` writes it: `user-agent` → `User-Agent`. */
function canonicalName(name: string): string {
  return name
    .split('-')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1).toLowerCase())
    .join('-')
}

/** Parameters of a flow's address that a hook may see: others may hold a code or a token. */
const openParameters = ['flow', 'return_to', 'after_verification_return_to', 'aal', 'refresh', 'via', 'organization']

function withoutSecrets(query: URLSearchParams): string {
  const open = new URLSearchParams([...query].filter(([name]) => openParameters.includes(name)))
  return open.size === 0 ? '' : `?${open}`
}

/** Prefixes of cookies that sign a person in here, at the console or at an OAuth2 server. */
const secretCookies = /^(?:ory_|csrf_token|gatehouse|__Host-|__Secure-)/i

function cookiesOfOthers(
  { session }: Pick<IdentityConfig, 'session'>,
  cookies: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(cookies).flatMap(([name, value]) =>
      value === undefined || name === session.cookie.name || secretCookies.test(name) ? [] : [[name, value] as const],
    ),
  )
}
