import { hash, randomBytes, randomUUID } from 'node:crypto'
import { stringifySetCookie } from 'cookie'
import type { IdentityConfig } from '../configuration/config.ts'
import type { RouteContext } from '../http/route.ts'
import { deviceOf } from '../sessions/session.ts'
import { hashToken } from '../sessions/token.ts'
import type { RememberedDevice, RememberedDeviceStore } from './device-store.ts'

/** Browsers that gave a second factor and may skip it for a while. */
export interface RememberedDevices {
  /** The time for which browsers are remembered, in milliseconds; absent: every sign-in asks. */
  readonly keptMs: number | undefined
  /** Checks that this browser is one of the identity's, and records the use. */
  recognize(identityId: string, request: Pick<RouteContext, 'cookies' | 'now'>): Promise<boolean>
  /** Remembers this browser; returns the `Set-Cookie` line. Belongs in the transaction of the sign-in. */
  remember(identityId: string, request: Pick<RouteContext, 'request' | 'cookies' | 'now'>): Promise<string>
  /** Forgets all of an identity's browsers, so that each needs its second factor again; returns their number. */
  forget(identityId: string): Promise<number>
}

/** Creates the memory of browsers; without `keptMs` it remembers none. */
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
      // A shorter setting applies to devices remembered before as well.
      if (!found || Math.min(found.expiresAt, found.createdAt + keptMs) <= now) return false
      await devices.touch(found.id, now)
      return true
    },
    forget: (identityId) => devices.deleteByIdentity(identityId),
    remember: async (identityId, { request, cookies, now }) => {
      if (keptMs === undefined) throw new Error('devices are not remembered here')
      // The browser's previous token becomes invalid.
      const before = await deviceIn(cookies, identityId)
      if (before) await devices.delete(identityId, before.id)
      // 256 random bits that cannot be guessed: a signature is unnecessary.
      const token = randomBytes(32).toString('base64url')
      const { id: _id, createdAt: _createdAt, ...device } = deviceOf(request.headers, now)
      const expiresAt = now + keptMs
      await devices.insert(
        { id: randomUUID(), identityId, device, createdAt: now, usedAt: now, expiresAt },
        hashToken(token),
      )
      // For this host only, even if applications get the session: only a sign-in reads it.
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

/** Returns the cookie's name, one for each person who uses the browser; it does not reveal the person. */
function cookieName(identityId: string): string {
  return `gatehouse_device_${hash('sha256', `device:${identityId}`).slice(0, 16)}`
}
