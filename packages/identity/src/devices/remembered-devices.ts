import { hash, randomBytes, randomUUID } from 'node:crypto'

import { stringifySetCookie } from 'cookie'

import type { IdentityConfig } from '../configuration/config.ts'
import type { RouteContext } from '../http/route.ts'
import { deviceOf } from '../sessions/device.ts'
import { hashToken } from '../sessions/token.ts'
import type { RememberedDevice, RememberedDeviceStore } from './device-store.ts'

/** Browsers that gave a second factor and need not give it again for a while. */
export interface RememberedDevices {
  /** How long, in milliseconds; nothing: every sign-in asks. */
  readonly keptMs: number | undefined
  /** Whether this browser is one of the identity's; notes that it was used. */
  recognize(identityId: string, request: Pick<RouteContext, 'cookies' | 'now'>): Promise<boolean>
  /** Remembers this browser: the `Set-Cookie` line. Belongs in the transaction of the sign-in. */
  remember(identityId: string, request: Pick<RouteContext, 'request' | 'cookies' | 'now'>): Promise<string>
  /** All of an identity's browsers give their second factor again; how many there were. */
  forget(identityId: string): Promise<number>
}

/** Makes the memory of browsers; without `keptMs` it remembers none. */
export function createRememberedDevices(deps: {
  readonly devices: RememberedDeviceStore
  readonly cookie: IdentityConfig['session']['cookie']
  readonly keptMs: number | undefined
}): RememberedDevices {
  const { devices, cookie, keptMs } = deps

  async function deviceIn(cookies: RouteContext['cookies'], identityId: string): Promise<RememberedDevice | undefined> {
    const token = cookies[cookieName(identityId)]
    const found = token ? await devices.findByTokenHash(hashToken(token)) : undefined
    return found?.identityId === identityId ? found : undefined
  }

  return {
    keptMs,
    recognize: async (identityId, { cookies, now }) => {
      if (keptMs === undefined) return false
      const found = await deviceIn(cookies, identityId)
      // An operator who allows fewer days than before means those who were remembered before, too.
      if (!found || Math.min(found.expiresAt, found.createdAt + keptMs) <= now) return false
      await devices.touch(found.id, now)
      return true
    },
    forget: (identityId) => devices.deleteByIdentity(identityId),
    remember: async (identityId, { request, cookies, now }) => {
      if (keptMs === undefined) throw new Error('devices are not remembered here')
      // The token that the browser had before is worth nothing from now on.
      const before = await deviceIn(cookies, identityId)
      if (before) await devices.delete(identityId, before.id)
      // 256 random bits that cannot be guessed: there is nothing to sign.
      const token = randomBytes(32).toString('base64url')
      const { id: _id, createdAt: _createdAt, ...device } = deviceOf(request.headers, now)
      const expiresAt = now + keptMs
      await devices.insert(
        { id: randomUUID(), identityId, device, createdAt: now, usedAt: now, expiresAt },
        hashToken(token),
      )
      // For this host alone, also where applications get the session: nothing but a sign-in reads it.
      return stringifySetCookie({
        name: cookieName(identityId),
        value: token,
        path: cookie.path,
        maxAge: Math.floor(keptMs / 1000),
        expires: new Date(expiresAt),
        httpOnly: true,
        secure: cookie.secure,
        sameSite: ({ Lax: 'lax', Strict: 'strict', None: 'none' } as const)[cookie.sameSite],
      })
    },
  }
}

/** One for each person who uses the browser; the name does not tell whose it is. */
function cookieName(identityId: string): string {
  return `gatehouse_device_${hash('sha256', `device:${identityId}`).slice(0, 16)}`
}
