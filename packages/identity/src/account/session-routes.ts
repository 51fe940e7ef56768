import type { Transactions } from '@gatehouse/platform/database'
import { emptyAnswer, jsonAnswer, jsonTextAnswer } from '@gatehouse/platform/http'

import type { IdentityConfig } from '../configuration/config.ts'
import { errorAnswer, RefusalError } from '../http/answer.ts'
import { offsetHeaders, offsetPage } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import type { RememberedDeviceStore } from '../devices/device-store.ts'
import type { SessionManager, SignedIn } from '../sessions/manager.ts'
import { presentSession } from '../sessions/present.ts'
import type { Session } from '../sessions/session.ts'
import { noSession, secondFactorRequired, tokenizeRefusal } from '../sessions/refusals.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Tokenizer } from '../sessions/tokenizer.ts'

/** The dependencies of the routes. `devices` are remembered browsers, forgotten when all other sessions end. */
export interface SessionRoutesDeps {
  readonly config: IdentityConfig
  readonly sessions: SessionStore
  readonly devices: RememberedDeviceStore
  readonly transactions: Transactions
  readonly manager: SessionManager
  readonly tokenize: Tokenizer
}

/** Returns the routes of a person's own sessions. */
export function sessionRoutes(deps: SessionRoutesDeps): readonly Route[] {
  return [
    { method: '*', path: '/sessions/whoami', handle: (context) => whoami(deps, context) },
    { method: 'GET', path: '/sessions', handle: (context) => listOthers(deps, context) },
    { method: 'DELETE', path: '/sessions', handle: (context) => revokeOthers(deps, context) },
    { method: 'DELETE', path: '/sessions/:id', handle: (context) => revokeOne(deps, context) },
  ]
}

const identityHeader = 'x-kratos-authenticated-identity-id'

/** The time for which a client may cache "not signed in", in seconds. */
const missingCacheSeconds = 60

async function whoami(deps: SessionRoutesDeps, context: RouteContext): Promise<Response> {
  const { config, manager } = deps
  const { now, url } = context
  const found = await manager.authenticate(context)
  const { cacheableSessions, cacheableSessionsMaxAgeMs } = config.featureFlags
  if (found.kind !== 'signed_in') {
    const cacheable = cacheableSessions && found.kind === 'missing'
    return errorAnswer({
      ...noSession,
      ...(cacheable && { headers: { 'ory-session-cache-for': String(missingCacheSeconds) } }),
    })
  }
  const { session, identity } = found
  if (!manager.meets(config.session.whoami.requiredAal, session, identity)) {
    return errorAnswer(secondFactorRequired(config.publicBaseUrl))
  }
  const template = url.searchParams.get('tokenize_as')
  if (template !== null && template !== '') return tokenized(deps, found, template, now)
  const leftMs = Math.min(session.expiresAt - now, cacheableSessionsMaxAgeMs ?? Number.POSITIVE_INFINITY)
  return jsonTextAnswer(200, bodyOf(found, config.publicBaseUrl, now), {
    [identityHeader]: identity.id,
    ...(cacheableSessions && { 'ory-session-cache-for': String(Math.max(0, Math.round(leftMs / 1000))) }),
  })
}

async function tokenized(
  { config, tokenize }: SessionRoutesDeps,
  { session, identity }: SignedIn,
  template: string,
  now: number,
): Promise<Response> {
  const wire = presentSession(session, { publicBaseUrl: config.publicBaseUrl, now, identity })
  const made = await tokenize(template, wire, identity, now)
  if (made.kind !== 'token') return errorAnswer(tokenizeRefusal(template, made))
  return jsonAnswer(200, { ...wire, tokenized: made.jwt }, { [identityHeader]: identity.id })
}

// A signed-in person has an active session, so the same session and identity give the same answer.
const bodies = new WeakMap<Session, string>()

function bodyOf({ session, identity }: SignedIn, publicBaseUrl: string, now: number): string {
  const known = bodies.get(session)
  if (known !== undefined) return known
  const body = JSON.stringify(presentSession(session, { publicBaseUrl, now, identity }))
  bodies.set(session, body)
  return body
}

async function listOthers(deps: SessionRoutesDeps, context: RouteContext): Promise<Response> {
  const { config, sessions, manager } = deps
  const { session, identity } = await requireSession(deps, context)
  if (!manager.meets(config.session.whoami.requiredAal, session, identity)) {
    return errorAnswer(secondFactorRequired(config.publicBaseUrl))
  }
  const { now, url } = context
  const page = offsetPage(url.searchParams)
  const range = { size: page.size, offset: page.page * page.size }
  const found = await sessions.listByIdentity(identity.id, { active: true, except: session.id, now, ...range })
  const view = { publicBaseUrl: config.publicBaseUrl, now, identity }
  return jsonAnswer(
    200,
    found.sessions.map((other) => presentSession(other, view)),
    offsetHeaders(url, page, found.total),
  )
}

async function revokeOthers(deps: SessionRoutesDeps, context: RouteContext): Promise<Response> {
  const { session, identity } = await requireEnoughFactors(deps, context)
  const count = await deps.transactions.durable(async () => {
    await deps.devices.deleteByIdentity(identity.id)
    const range = { size: 1, offset: 0, now: context.now }
    const others = await deps.sessions.listByIdentity(identity.id, { ...range, except: session.id })
    const ended = await deps.manager.revokeOthers(identity.id, session.id)
    return deps.config.improvements.countsWhatEnded ? ended : others.total
  })
  return jsonAnswer(200, { count })
}

/** Revokes a session. An unknown id, or another person's, gets the answer of a revoked one, which reveals nothing. */
async function revokeOne(deps: SessionRoutesDeps, context: RouteContext): Promise<Response> {
  const { session, identity } = await requireEnoughFactors(deps, context)
  const id = requireUuid(context.params.id ?? '')
  if (id === session.id) {
    return errorAnswer({ code: 400, reason: 'This is the session in use; sign out to end it.' })
  }
  if ((await deps.sessions.find(id))?.identityId === identity.id) await deps.manager.revoke(id)
  return emptyAnswer(204, { 'content-type': 'application/json; charset=utf-8' })
}

/**
 * Returns the caller's session if it may end others: it needs the factors of a session, or of a change of the account.
 */
async function requireEnoughFactors(deps: SessionRoutesDeps, context: RouteContext): Promise<SignedIn> {
  const found = await requireSession(deps, context)
  const { session: settings, selfservice, publicBaseUrl } = deps.config
  for (const policy of [settings.whoami.requiredAal, selfservice.flows.settings.requiredAal]) {
    if (!deps.manager.meets(policy, found.session, found.identity))
      throw new RefusalError(secondFactorRequired(publicBaseUrl))
  }
  return found
}

async function requireSession({ manager }: SessionRoutesDeps, context: RouteContext): Promise<SignedIn> {
  const found = await manager.authenticate(context)
  if (found.kind !== 'signed_in') throw new RefusalError(noSession)
  return found
}
