import type { EventReader } from '@gatehouse/contract/events'
import { isDeletionWord, ownAccountPaths, type AccountFeatures } from '@gatehouse/contract/account'
import type { Transactions } from '@gatehouse/platform/database'
import { emptyAnswer, jsonAnswer } from '@gatehouse/platform/http'
import { z } from 'zod'

import type { IdentityConfig } from '../configuration/config.ts'
import { errorAnswer, RefusalError } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'
import { pageSize } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { presentIdentity } from '../identities/present.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import { deviceRoutes } from './device-routes.ts'
import type { DeviceRoutesDeps } from './device-routes.ts'
import type { SessionManager } from '../sessions/manager.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Methods } from '../strategies/methods.ts'
import { requireOwner, requireRecentOwner } from './access.ts'
import type { AccessDeps } from './access.ts'
import { activityOf } from './activity.ts'
import { accountData } from './data.ts'
import { presentOwn } from './own-credentials.ts'
import { renameKey } from './rename-key.ts'

/** What calls about one's own account take; those about remembered devices are among them. */
export interface AccountRoutesDeps extends AccessDeps, DeviceRoutesDeps {
  readonly config: IdentityConfig
  readonly methods: Methods
  readonly identities: IdentityStore
  readonly sessions: SessionStore
  readonly manager: SessionManager
  readonly transactions: Transactions
  readonly history: EventReader
  /** How long devices are remembered, in milliseconds; nothing: not at all. */
  readonly rememberDeviceMs: number | undefined
}

/** What a person may know and do about their own account beyond the wire; docs/own-account.md describes each. */
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

/** Browsers send DELETE to another origin only after asking, so no form of another site gets here. */
async function deleteAccount(deps: AccountRoutesDeps, context: RouteContext): Promise<Response> {
  const { identities, sessions, manager, transactions, config } = deps
  const { identity } = await requireRecentOwner(deps, context)
  const { confirm } = await readJsonBody(context, confirmation)
  if (!isDeletionWord(confirm, presentIdentity(identity, config.publicBaseUrl))) {
    const reason = '"confirm" is not the address of this account. Nothing was deleted.'
    return errorAnswer({ code: 400, reason })
  }
  await transactions.durable(async () => {
    // Each ended session has its event; the rows would go with the account anyway.
    await sessions.deleteByIdentity(identity.id)
    await identities.delete(identity.id)
  })
  return emptyAnswer(204, { 'set-cookie': manager.clearCookie() })
}
