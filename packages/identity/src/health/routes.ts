import { jsonAnswer } from '@gatehouse/platform/http'

import { errorAnswer } from '../http/answer.ts'
import type { Route } from '../http/route.ts'

/** Returns the routes that report whether the process runs, and whether it can work. */
export function healthRoutes(isReady: () => Promise<boolean>): readonly Route[] {
  return [
    { method: 'GET', path: '/health/alive', handle: () => jsonAnswer(200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/health/ready',
      handle: async () =>
        (await isReady())
          ? jsonAnswer(200, { status: 'ok' })
          : errorAnswer({ code: 503, reason: 'The database does not answer, or the service is stopping.' }),
    },
  ]
}

/** Returns the route with the version; on the admin listener only. */
export function versionRoutes(version: string): readonly Route[] {
  return [{ method: 'GET', path: '/version', handle: () => jsonAnswer(200, { version }) }]
}
