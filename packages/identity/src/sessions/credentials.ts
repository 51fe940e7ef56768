import type { RouteContext } from '../http/route.ts'

/**
 * Returns the session token of a request, in the wire's order: `X-Session-Token`, cookie, bearer. The first one counts,
 * even if it turns out to be wrong.
 */
export function sessionTokenOf(
  context: Pick<RouteContext, 'request' | 'cookies'>,
  cookieName: string,
): string | undefined {
  const { headers } = context.request
  return headers.get('x-session-token') || context.cookies[cookieName] || bearerOf(headers.get('authorization'))
}

function bearerOf(header: string | null): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
