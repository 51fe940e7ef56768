import { z } from 'zod'
import {
  type AccountData,
  type AccountFeatures,
  type ActivityEntry,
  type ActivityPage,
  isDeletionWord,
  longestKeyName,
  ownAccountPaths,
  type OwnCredential,
  type OwnKey,
  type RememberedDevice as WireDevice,
} from '@gatehouse/contract/account'
import type { EventEnvelope, EventReader } from '@gatehouse/contract/events'
import type { Transactions } from '@gatehouse/platform/database'
import { emptyAnswer, jsonAnswer } from '@gatehouse/platform/http'

import type { IdentityConfig } from '../configuration/config.ts'
import { authenticatorName } from '../credentials/authenticator-names.ts'
import type { OwnKeyFacts } from '../credentials/own-facts.ts'
import { hexId, keysOf, withKeys } from '../credentials/webauthn-keys.ts'
import type { RememberedDevice, RememberedDeviceStore } from '../devices/device-store.ts'
import { activityTypes } from '../events/log.ts'
import { errorAnswer, RefusalError } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'
import { pageSize } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import { keyTypes } from '../identities/credential-kinds.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { Identity } from '../identities/identity.ts'
import { presentIdentity, presentIdentityForAdmin, timestamp } from '../identities/present.ts'
import type { SessionManager, SignedIn } from '../sessions/manager.ts'
import { presentSession } from '../sessions/present.ts'
import { noSession, secondFactorRequired } from '../sessions/refusals.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Methods, OwnFactsOfMethod } from '../strategies/methods.ts'

/** The dependencies of calls about one's own account; those about remembered devices are among them. */
export interface AccountRoutesDeps extends AccessDeps, DeviceRoutesDeps {
  readonly config: IdentityConfig
  readonly methods: Methods
  readonly identities: IdentityStore
  readonly sessions: SessionStore
  readonly manager: SessionManager
  readonly transactions: Transactions
  readonly history: EventReader
  /** The time for which devices are remembered, in milliseconds; absent: they are not. */
  readonly rememberDeviceMs: number | undefined
}

/** Returns the routes for a person's own account beyond the wire; docs/reference/own-account.md describes each. */
export function accountRoutes(deps: AccountRoutesDeps): readonly Route[] {
  return [
    { method: 'GET', path: ownAccountPaths.features, handle: () => jsonAnswer(200, featuresOf(deps)) },
    { method: 'GET', path: ownAccountPaths.activity, handle: (context) => activity(deps, context) },
    { method: 'GET', path: ownAccountPaths.data, handle: (context) => data(deps, context) },
    { method: 'DELETE', path: ownAccountPaths.account, handle: (context) => deleteAccount(deps, context) },
    { method: 'GET', path: ownAccountPaths.credentials, handle: (context) => credentials(deps, context) },
    { method: 'PATCH', path: `${ownAccountPaths.keys}/:id`, handle: (context) => renameKey(deps, context) },
    ...deviceRoutes(deps),
  ]
}

const dayMs = 24 * 60 * 60_000

function featuresOf({ config, rememberDeviceMs }: AccountRoutesDeps): AccountFeatures {
  const days = rememberDeviceMs === undefined ? null : Math.max(1, Math.round(rememberDeviceMs / dayMs))
  return {
    activity: true,
    data: true,
    delete_account: true,
    credentials: true,
    recovery_codes_alone: !config.improvements.codesEndWithFactors,
    password_min_length: config.selfservice.methods.password.minPasswordLength,
    remember_device_days: days,
  }
}

async function activity(deps: AccountRoutesDeps, context: RouteContext): Promise<Response> {
  const { identity } = await requireOwner(deps, context)
  const { searchParams } = context.url
  const before = searchParams.get('before')
  if (before !== null && !/^[1-9]\d{0,14}$/.test(before)) {
    throw new RefusalError({ code: 400, reason: '"before" has to be the "next" of the page before.' })
  }
  const size = pageSize(searchParams)
  const page = await activityOf(deps.history, identity.id, { size, ...(before !== null && { before: Number(before) }) })
  return jsonAnswer(200, page)
}

async function credentials(deps: AccountRoutesDeps, context: RouteContext): Promise<Response> {
  const { identity } = await requireOwner(deps, context)
  const { config, methods } = deps
  return jsonAnswer(200, methods.ownFacts(identity, config.selfservice).map(presentOwn))
}

async function data(deps: AccountRoutesDeps, context: RouteContext): Promise<Response> {
  const { identity } = await requireRecentOwner(deps, context)
  const { config, sessions, history } = deps
  return jsonAnswer(
    200,
    await accountData({ publicBaseUrl: config.publicBaseUrl, sessions, events: history }, identity, context.now),
  )
}

const confirmation = z.strictObject({ confirm: z.string().max(1_000) })

/** Deletes an account. Browsers send DELETE to another origin only after a preflight, so other sites' forms cannot. */
async function deleteAccount(deps: AccountRoutesDeps, context: RouteContext): Promise<Response> {
  const { identities, sessions, manager, transactions, config } = deps
  const { identity } = await requireRecentOwner(deps, context)
  const { confirm } = await readJsonBody(context, confirmation)
  if (!isDeletionWord(confirm, presentIdentity(identity, config.publicBaseUrl))) {
    const reason = '"confirm" is not the address of this account. Nothing was deleted.'
    return errorAnswer({ code: 400, reason })
  }
  await transactions.durable(async () => {
    // Each ended session has its event; deleting the account would remove the rows anyway.
    await sessions.deleteByIdentity(identity.id)
    await identities.delete(identity.id)
  })
  return emptyAnswer(204, { 'set-cookie': manager.clearCookie() })
}

/** Returns a sign-in method on the wire. */
function presentOwn({
  method,
  ways,
  isSecondStep,
  changedAt,
  usedAt,
  keys,
  codes,
  links,
}: OwnFactsOfMethod): OwnCredential {
  return {
    type: method,
    ways,
    second_step: isSecondStep,
    changed_at: timestamp(changedAt),
    ...(usedAt !== undefined && { used_at: usedAt === null ? null : timestamp(usedAt) }),
    ...(keys && { keys: keys.map(presentKey) }),
    ...(codes && { codes }),
    ...(links && { links }),
  }
}

function presentKey({ id, name, aaguid, addedAt, usedAt, isPasswordless }: OwnKeyFacts): OwnKey {
  const authenticator = authenticatorName(aaguid) ?? null
  return {
    id,
    name: name || (authenticator ?? ''),
    authenticator,
    added_at: timestamp(addedAt),
    ...(usedAt !== undefined && { used_at: usedAt === null ? null : timestamp(usedAt) }),
    signs_in: isPasswordless,
  }
}

/** The sources of an account's data, besides the identity itself. */
interface DataDeps {
  readonly publicBaseUrl: string
  readonly sessions: Pick<SessionStore, 'listByIdentity'>
  readonly events: Pick<EventReader, 'eventsOfIdentity'>
}

/** The maximum numbers of listed rows: above any real account's, so that the answer is bounded. */
const mostSessions = 500
const mostEntries = 500

/** Returns all stored data of an account that its owner may see: no hash, no secret, no data of the operator. */
async function accountData(
  { publicBaseUrl, sessions, events }: DataDeps,
  identity: Identity,
  now: number,
): Promise<AccountData> {
  const { credentials = {} } = presentIdentityForAdmin(identity, publicBaseUrl, {
    credentials: true,
    declassify: new Set(),
  })
  const found = await sessions.listByIdentity(identity.id, { now, size: mostSessions, offset: 0 })
  return {
    exported_at: timestamp(now),
    identity: presentIdentity(identity, publicBaseUrl),
    credentials: Object.values(credentials),
    sessions: found.sessions.map((session) => {
      const { identity: _owner, ...shown } = presentSession(session, { publicBaseUrl, now, identity })
      return shown
    }),
    activity: (await activityOf(events, identity.id, { size: mostEntries })).entries,
  }
}

/** The dependencies of naming a key. */
interface RenameKeyDeps extends AccessDeps {
  readonly identities: IdentityStore
  readonly transactions: Transactions
}

const body = z.strictObject({ name: z.string().trim().min(1).max(longestKeyName) })

/** Names one's own key. Browsers send PATCH to another origin only after a preflight, so other sites' forms cannot. */
async function renameKey(deps: RenameKeyDeps, context: RouteContext): Promise<Response> {
  const { identity } = await requireOwner(deps, context)
  const { name } = await readJsonBody(context, body, `A name has 1 to ${longestKeyName} characters.`)
  const id = (context.params.id ?? '').toLowerCase()
  const { identities, transactions } = deps
  const isNamed = await transactions.durable(async () => {
    const fresh = await identities.find(identity.id)
    for (const type of fresh ? keyTypes : []) {
      if (!fresh) break
      const keys = keysOf(fresh, type)
      if (!keys.some((key) => hexId(key) === id)) continue
      const named = keys.map((key) => (hexId(key) === id ? { ...key, displayName: name } : key))
      // The credentials stay the same, so no notice is due, and trusted devices stay trusted.
      await identities.update(withKeys(fresh, type, named, context.now), 'upkeep')
      return true
    }
    return false
  })
  if (!isNamed) throw new RefusalError({ code: 404, reason: 'This account has no such passkey or security key.' })
  return emptyAnswer()
}

/** The dependencies of recognizing an account's owner. The configuration sets the factors that settings need. */
interface AccessDeps {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice'>
  readonly manager: Pick<SessionManager, 'authenticate' | 'meetsInPerson'>
}

/** Returns the owner's session. Refuses as the settings do: without a session, and with too few factors. */
async function requireOwner({ config, manager }: AccessDeps, context: RouteContext): Promise<SignedIn> {
  const found = await manager.authenticate(context)
  if (found.kind !== 'signed_in') throw new RefusalError(noSession)
  const { requiredAal } = config.selfservice.flows.settings
  if (!manager.meetsInPerson(requiredAal, found.session, found.identity)) {
    throw new RefusalError(secondFactorRequired(config.publicBaseUrl))
  }
  return found
}

/**
 * As `requireOwner`, for irreversible or revealing calls: the sign-in must be as recent as for a new password.
 */
async function requireRecentOwner(deps: AccessDeps, context: RouteContext): Promise<SignedIn> {
  const signedIn = await requireOwner(deps, context)
  const { privilegedSessionMaxAgeMs } = deps.config.selfservice.flows.settings
  if (signedIn.session.authenticatedAt + privilegedSessionMaxAgeMs > context.now) return signedIn
  throw new RefusalError({
    code: 403,
    id: 'session_refresh_required',
    reason: 'This needs a recent sign-in. Confirm that it is you, and ask again.',
    message: 'the sign-in is too long ago for this',
    siblings: { redirect_browser_to: `${deps.config.publicBaseUrl}/self-service/login/browser?refresh=true` },
  })
}

/** The keys of an event's data that its person may see. Ids of messages and digests mean nothing to them. */
const shownKeys: readonly string[] = [
  'method',
  'provider',
  'reason',
  'aal',
  'new_session',
  'via',
  'changed',
  'credentials_added',
  'credentials_changed',
  'credentials_removed',
  'state',
]

// The IdentityUpdated of the same flow lists the changes.
const shownTypes = activityTypes.filter((type) => type !== 'SettingsSucceeded')

/** Returns a page of the history of one account. */
async function activityOf(
  events: Pick<EventReader, 'eventsOfIdentity'>,
  identityId: string,
  page: { readonly size: number; readonly before?: number },
): Promise<ActivityPage> {
  const { events: found, next } = await events.eventsOfIdentity(identityId, { ...page, types: shownTypes })
  return { entries: found.map(presentEntry), next: next ?? null }
}

function presentEntry({ id, type, time, actor, client, session_id, data }: EventEnvelope): ActivityEntry {
  const shown = Object.entries(data).filter(([key]) => shownKeys.includes(key))
  return { id, type, time, actor: actor.type, client, session_id, data: Object.fromEntries(shown) }
}

/** The dependencies of the routes. They need as many factors as the list of sessions, by the configuration. */
interface DeviceRoutesDeps {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'session'>
  readonly manager: Pick<SessionManager, 'authenticate' | 'meets'>
  readonly devices: RememberedDeviceStore
}

/** Returns the routes of a person's own remembered devices; docs/reference/own-account.md describes each call. */
function deviceRoutes(deps: DeviceRoutesDeps): readonly Route[] {
  const { devices } = deps
  const path = ownAccountPaths.rememberedDevices
  return [
    {
      method: 'GET',
      path,
      handle: async (context) => {
        const identity = await ownerOf(deps, context)
        return jsonAnswer(200, (await devices.listByIdentity(identity.id, context.now)).map(presentDevice))
      },
    },
    {
      method: 'DELETE',
      path,
      handle: async (context) => {
        const identity = await ownerOf(deps, context)
        return jsonAnswer(200, { count: await devices.deleteByIdentity(identity.id) })
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      handle: async (context) => {
        const identity = await ownerOf(deps, context)
        // An unknown id, or another person's, gets the answer of a forgotten one.
        await devices.delete(identity.id, requireUuid(context.params.id ?? ''))
        return emptyAnswer()
      },
    },
  ]
}

/** Returns the owner by the rules of the list of sessions: a session that may sign devices out may also forget them. */
async function ownerOf({ config, manager }: DeviceRoutesDeps, context: RouteContext): Promise<Identity> {
  const found = await manager.authenticate(context)
  if (found.kind !== 'signed_in') throw new RefusalError(noSession)
  for (const policy of [config.session.whoami.requiredAal, config.selfservice.flows.settings.requiredAal]) {
    if (!manager.meets(policy, found.session, found.identity))
      throw new RefusalError(secondFactorRequired(config.publicBaseUrl))
  }
  return found.identity
}

function presentDevice({ id, device, createdAt, usedAt, expiresAt }: RememberedDevice): WireDevice {
  return {
    id,
    ip_address: device.ipAddress,
    user_agent: device.userAgent,
    location: device.location,
    created_at: timestamp(createdAt),
    used_at: timestamp(usedAt),
    expires_at: timestamp(expiresAt),
  }
}
