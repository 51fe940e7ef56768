import { stringifySetCookie } from 'cookie'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { RouteContext } from '../../http/route.ts'

/** The reason why a browser returns: a suspended change of the settings, or a round trip to a provider. */
export type ContinuityPurpose = 'settings' | 'provider'

const name = 'ory_kratos_continuity'
const maxAgeSeconds = 2_592_000

type Cookies = Readonly<Record<string, string | undefined>>

/** Returns the browser's value for a purpose. One cookie serves all purposes: a refresh may occur during a change. */
export function readContinuity(cookies: Cookies, purpose: ContinuityPurpose): string | undefined {
  return new URLSearchParams(cookies[name] ?? '').get(purpose) || undefined
}

/** Returns the `Set-Cookie` line with another value for a purpose; nothing: the purpose is fulfilled. */
export function writeContinuity(
  config: Pick<IdentityConfig, 'cookies'>,
  { cookies, now }: Pick<RouteContext, 'cookies' | 'now'>,
  purpose: ContinuityPurpose,
  value: string | undefined,
): string {
  const kept = new URLSearchParams(cookies[name] ?? '')
  const values = new URLSearchParams()
  for (const other of ['settings', 'provider'] as const) {
    const entry = other === purpose ? value : kept.get(other)
    if (entry) values.set(other, entry.slice(0, 200))
  }
  const { domain, path, sameSite, secure } = config.cookies
  return stringifySetCookie({
    name,
    value: values.toString(),
    path,
    maxAge: values.size > 0 ? maxAgeSeconds : 0,
    expires: new Date(values.size > 0 ? now + maxAgeSeconds * 1000 : 0),
    httpOnly: true,
    secure,
    sameSite: ({ Lax: 'lax', Strict: 'strict', None: 'none' } as const)[sameSite],
    ...(domain !== undefined && { domain }),
  })
}
