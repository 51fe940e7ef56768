import { ownAccountPaths, type RememberedDevice as WireDevice } from '@gatehouse/contract/own-account'

import { requireOwner } from '../account/access.ts'
import type { AccessDeps } from '../account/access.ts'
import { emptyAnswer, jsonAnswer } from '../http/answer.ts'
import type { Route } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import { timestamp } from '../identities/present.ts'
import type { RememberedDevice, RememberedDeviceStore } from './store.ts'

export interface DeviceRoutesDeps extends AccessDeps {
  readonly devices: RememberedDeviceStore
}

/** A person's own remembered devices; docs/own-account.md describes each call. */
export function deviceRoutes(deps: DeviceRoutesDeps): readonly Route[] {
  const { devices } = deps
  const path = ownAccountPaths.rememberedDevices
  return [
    {
      method: 'GET',
      path,
      handle: (context) => {
        const { identity } = requireOwner(deps, context)
        return jsonAnswer(200, devices.listByIdentity(identity.id, context.now).map(presentDevice))
      },
    },
    {
      method: 'DELETE',
      path,
      handle: (context) => {
        const { identity } = requireOwner(deps, context)
        return jsonAnswer(200, { count: devices.deleteByIdentity(identity.id) })
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:id`,
      handle: (context) => {
        const { identity } = requireOwner(deps, context)
        // An unknown id, or one of another person, is answered like a forgotten one.
        devices.delete(identity.id, requireUuid(context.params.id ?? ''))
        return emptyAnswer()
      },
    },
  ]
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
