import type { EventActor } from '@gatehouse/contract/events'
import type { Session as WireSession } from '@gatehouse/contract/identities'
import type { Transactions } from '@gatehouse/platform/database'
import { emptyAnswer, jsonAnswer } from '@gatehouse/platform/http'
import type { IdentityConfig } from '../configuration/config.ts'
import type { RememberedDeviceStore } from '../devices/device-store.ts'
import { RefusalError, type Refusal } from '../http/answer.ts'
import { badPageToken, keysetHeaders, offsetHeaders, offsetPage, pageSize } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { Identity } from '../identities/identity.ts'
import type { SessionManager } from '../sessions/manager.ts'
import { presentSession } from '../sessions/present.ts'
import type { SessionStore, Ending } from '../sessions/session-store.ts'
import type { Session } from '../sessions/session.ts'
import { manageSessions } from './manage-sessions.ts'

/** The dependencies of the routes. `devices` are remembered browsers, forgotten with all sessions of a person. */
export interface AdminSessionRoutesDeps {
  readonly config: IdentityConfig
  readonly identities: IdentityStore
  readonly sessions: SessionStore
  readonly manager: SessionManager
  readonly devices: RememberedDeviceStore
  readonly transactions: Transactions
  /** Returns the sender of the request that is being answered. */
  readonly actor: () => EventActor
}

/** Returns the administrator's routes of sessions. */
export function adminSessionRoutes(deps: AdminSessionRoutesDeps): readonly Route[] {
  return [
    { method: 'GET', path: '/sessions', handle: (context) => list(deps, context) },
    { method: 'POST', path: '/sessions', handle: manageSessions(deps) },
    { method: 'GET', path: '/sessions/:id', handle: (context) => read(deps, context) },
    { method: 'DELETE', path: '/sessions/:id', handle: (context) => revoke(deps, context) },
    { method: 'POST', path: '/sessions/:id/restore', handle: (context) => restore(deps, context) },
    { method: 'PATCH', path: '/sessions/:id/extend', handle: (context) => extend(deps, context) },
    { method: 'GET', path: '/identities/:id/sessions', handle: (context) => listOfIdentity(deps, context) },
    { method: 'DELETE', path: '/identities/:id/sessions', handle: (context) => deleteOfIdentity(deps, context) },
  ]
}

interface Expansion {
  readonly identity: boolean
  readonly devices: boolean
}
const everything: Expansion = { identity: true, devices: true }

/** Stands for "from the newest on". */
const firstToken = Buffer.from('first').toString('base64url')

async function list(deps: AdminSessionRoutesDeps, { url, now }: RouteContext): Promise<Response> {
  const query = url.searchParams
  const size = pageSize(query)
  const expansion = expansionOf(query)
  const after = decodeToken(query.get('page_token'))
  const page = await deps.sessions.list({ size, now, ...activeOf(query), ...(after !== undefined && { after }) })
  const next = page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url')
  return jsonAnswer(
    200,
    await Promise.all(page.sessions.map((session) => show(deps, session, expansion, now))),
    keysetHeaders(url, { size, first: firstToken, next }),
  )
}

async function read(deps: AdminSessionRoutesDeps, context: RouteContext): Promise<Response> {
  const expansion = expansionOf(context.url.searchParams)
  return jsonAnswer(200, await show(deps, await requireSession(deps, context), expansion, context.now))
}

async function revoke(deps: AdminSessionRoutesDeps, context: RouteContext): Promise<Response> {
  const { id } = await requireSession(deps, context)
  await deps.sessions.revoke(id, { by: endedBy(deps.actor()), at: context.now })
  return emptyAnswer(204, { 'content-type': 'application/json; charset=utf-8' })
}

/** Undoes the same caller's recent ending. The rows that it checks stay locked until the session is active. */
async function restore(deps: AdminSessionRoutesDeps, context: RouteContext): Promise<Response> {
  await deps.transactions.durable(async () => {
    const session = await requireSession(deps, context)
    const ending = await deps.sessions.endingOf(session.id)
    const identity = await deps.identities.find(session.identityId)
    const refusal = whyItStaysEnded({ session, ending, identity, by: endedBy(deps.actor()), now: context.now })
    if (refusal !== undefined) throw new RefusalError(refusal)
    await deps.sessions.restore(session)
  })
  return emptyAnswer()
}

async function extend(deps: AdminSessionRoutesDeps, context: RouteContext): Promise<Response> {
  const { identityId } = await requireSession(deps, context)
  const session = await deps.transactions.durable(async () => {
    // The account is held before its session, as in a sign-in: neither waits for the other.
    const identity = await deps.identities.find(identityId)
    if (!identity) throw new RefusalError({ code: 404 })
    return deps.manager.extend(await requireSession(deps, context), identity, context.now)
  })
  return deps.config.featureFlags.fasterSessionExtend
    ? emptyAnswer()
    : jsonAnswer(200, await show(deps, session, { identity: true, devices: false }, context.now))
}

async function listOfIdentity(deps: AdminSessionRoutesDeps, { params, url, now }: RouteContext): Promise<Response> {
  const identityId = requireUuid(params.id ?? '')
  const page = offsetPage(url.searchParams)
  const range = { size: page.size, offset: page.page * page.size, now }
  const found = await deps.sessions.listByIdentity(identityId, { ...range, ...activeOf(url.searchParams) })
  return jsonAnswer(
    200,
    await Promise.all(found.sessions.map(async (session) => ofOne(deps, await show(deps, session, everything, now)))),
    offsetHeaders(url, page, found.total),
  )
}

/** Returns a session for the list of one identity: as in Ory Kratos, without the addresses and the schema's URL. */
function ofOne({ config }: AdminSessionRoutesDeps, session: WireSession): WireSession {
  if (config.improvements.wholeIdentities || !session.identity) return session
  const { verifiable_addresses: _proved, recovery_addresses: _recovering, ...identity } = session.identity
  return { ...session, identity: { ...identity, schema_url: '' } }
}

async function deleteOfIdentity(deps: AdminSessionRoutesDeps, { params }: RouteContext): Promise<Response> {
  const { sessions, devices, transactions } = deps
  const identityId = requireUuid(params.id ?? '')
  const deleted = await transactions.durable(async () => {
    await devices.deleteByIdentity(identityId)
    return sessions.deleteByIdentity(identityId)
  })
  if (deleted.length === 0) throw new RefusalError({ code: 404 })
  return emptyAnswer()
}

async function requireSession({ sessions }: AdminSessionRoutesDeps, { params }: RouteContext): Promise<Session> {
  const session = await sessions.find(requireUuid(params.id ?? ''))
  if (!session) throw new RefusalError({ code: 404 })
  return session
}

async function show({ config, identities }: AdminSessionRoutesDeps, session: Session, expand: Expansion, now: number) {
  const identity = expand.identity ? await identities.find(session.identityId) : undefined
  const { publicBaseUrl, improvements } = config
  const shown = presentSession(session, { publicBaseUrl, now, identity, devices: expand.devices })
  if (!improvements.operatorsSeeMetadata || !shown.identity || identity === undefined) return shown
  return { ...shown, identity: { ...shown.identity, metadata_admin: identity.metadataAdmin ?? null } }
}

function expansionOf(query: URLSearchParams): Expansion {
  // Typed clients write the names of their constants: `Identity`, `Devices`.
  const wanted = query.getAll('expand').flatMap((value) => value.toLowerCase().split(','))
  const unknown = wanted.find((value) => value !== '' && value !== 'identity' && value !== 'devices')
  if (unknown !== undefined) {
    throw new RefusalError({ code: 400, reason: `"${unknown}" cannot be expanded; identity and devices can.` })
  }
  return { identity: wanted.includes('identity'), devices: wanted.includes('devices') }
}

function activeOf(query: URLSearchParams): { readonly active?: boolean } {
  const value = query.get('active')
  if (value === null || value === '') return {}
  if (value !== 'true' && value !== 'false') {
    throw new RefusalError({ code: 400, reason: '"active" has to be true or false.' })
  }
  return { active: value === 'true' }
}

function decodeToken(token: string | null): string | undefined {
  if (token === null || token === '' || token === firstToken) return undefined
  const key = Buffer.from(token, 'base64url').toString('utf8')
  if (!/^\d{1,15}\/[0-9a-f-]{36}$/.test(key)) throw badPageToken()
  return key
}

/** The time after its end in which a session can be restored, in milliseconds. */
const restorableMs = 60_000

/** Returns an actor as the row of an ended session stores it. */
function endedBy({ type, id }: EventActor): string {
  return `${type}:${id ?? ''}`
}

/** A session, its account, and the actor who wants to restore it. */
interface RestoreQuestion {
  readonly session: Session
  readonly ending: Ending | undefined
  readonly identity: Identity | undefined
  readonly by: string
  readonly now: number
}

/**
 * Returns the refusal of restoring a session; nothing: it is restored. Only the actor who ended it may undo that: a
 * session ended by the person, another operator or a change of the account stays ended.
 */
function whyItStaysEnded({ session, ending, identity, by, now }: RestoreQuestion): Refusal | undefined {
  const refused = (reason: string) => ({ code: 409, reason }) as const
  if (session.active) return refused('The session is active.')
  if (ending === undefined) return refused('The session was not ended by an operator alone.')
  if (ending.by !== by) return { code: 403, reason: 'Only who ended it can restore a session.' }
  if (ending.at + restorableMs < now) return refused('A session can be restored for 60 seconds after it was ended.')
  if (session.expiresAt <= now) return refused('The session has run out.')
  if (identity?.state !== 'active') return refused('The account is suspended.')
  if (identity.updatedAt > ending.at) return refused('The account has changed since the session was ended.')
  return undefined
}
