import { stringifySetCookie } from 'cookie'

import type { IdentityConfig } from '../configuration/config.ts'

/** The `Set-Cookie` line that signs a browser in. `expiresAt` is the session's, in Unix milliseconds. */
export function writeSessionCookie(
  cookie: IdentityConfig['session']['cookie'],
  token: string,
  expiresAt: number,
  now: number,
): string {
  return stringifySetCookie({
    ...attributes(cookie),
    value: token,
    ...(cookie.persistent && {
      expires: new Date(expiresAt),
      maxAge: Math.max(0, Math.floor((expiresAt - now) / 1000)),
    }),
  })
}

/** The `Set-Cookie` line that signs a browser out. */
export function clearSessionCookie(cookie: IdentityConfig['session']['cookie']): string {
  return stringifySetCookie({ ...attributes(cookie), value: '', maxAge: 0, expires: new Date(0) })
}

function attributes(cookie: IdentityConfig['session']['cookie']) {
  return {
    name: cookie.name,
    path: cookie.path,
    httpOnly: true,
    secure: cookie.secure,
    sameSite: ({ Lax: 'lax', Strict: 'strict', None: 'none' } as const)[cookie.sameSite],
    ...(cookie.domain !== undefined && { domain: cookie.domain }),
  }
}
