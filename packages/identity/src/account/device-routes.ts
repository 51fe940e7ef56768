import { ownAccountPaths, type RememberedDevice as WireDevice } from '@gatehouse/contract/account'
import { emptyAnswer, jsonAnswer } from '@gatehouse/platform/http'

import type { IdentityConfig } from '../configuration/config.ts'
import { RefusalError } from '../http/answer.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import { timestamp } from '../identities/present.ts'
import type { Identity } from '../identities/identity.ts'
import type { SessionManager } from '../sessions/manager.ts'
import { noSession, secondFactorRequired } from '../sessions/refusals.ts'
import type { RememberedDevice, RememberedDeviceStore } from '../devices/device-store.ts'

/** The dependencies of the routes. They need as many factors as the list of sessions, by the configuration. */
export interface DeviceRoutesDeps {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'session'>
  readonly manager: Pick<SessionManager, 'authenticate' | 'meets'>
  readonly devices: RememberedDeviceStore
}

/** Returns the routes of a person's own remembered devices; docs/reference/own-account.md describes each call. */
export function deviceRoutes(deps: DeviceRoutesDeps): readonly Route[] {
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
