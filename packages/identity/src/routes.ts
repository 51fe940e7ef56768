import { publicPaths } from '@gatehouse/contract/http'
import { jsonAnswer } from '@gatehouse/platform/http'
import { accountRoutes, type AccountRoutesDeps } from './account/routes.ts'
import { sessionRoutes, type SessionRoutesDeps } from './account/session-routes.ts'
import { courierRoutes, type CourierRoutesDeps } from './admin/courier-routes.ts'
import { identityRoutes, type IdentityRoutesDeps } from './admin/identity-routes.ts'
import { adminSessionRoutes, type AdminSessionRoutesDeps } from './admin/session-routes.ts'
import { createCsrfCookies } from './flows/http/csrf.ts'
import type { AdminRecovery } from './flows/recovery/admin.ts'
import { redirectAnswer, errorAnswer } from './http/answer.ts'
import type { Route } from './http/route.ts'
import type { IdentitySchemas } from './identities/schemas.ts'
import { schemaRoutes } from './schemas/routes.ts'
import { closedToOtherSites } from './sessions/same-site.ts'
import type { TokenKeys } from './sessions/token-keys.ts'

/** The dependencies of the handlers of all routes. */
export interface RouteDeps
  extends
    SessionRoutesDeps,
    AccountRoutesDeps,
    AdminSessionRoutesDeps,
    IdentityRoutesDeps,
    CourierRoutesDeps,
    RecoveryRoutesDeps,
    TestLoginRoutesDeps {
  readonly schemas: IdentitySchemas
  /** `/self-service/*` and `/.well-known/ory/*`. */
  readonly flowRoutes: readonly Route[]
  readonly tokenKeys: TokenKeys
  readonly isReady: () => Promise<boolean>
  readonly version: string
}

/**
 * TABLE: every URL of the public listener, by its subject.
 *
 * | path                                       | where                     |
 * |--------------------------------------------|---------------------------|
 * | /self-service/…  /.well-known/ory/…        | flows/routes.ts           |
 * | /self-service/gatehouse/…                  | account/routes.ts         |
 * | /sessions/whoami  /sessions  /sessions/:id | account/session-routes.ts |
 * | /schemas  /schemas/:id                     | schemas/routes.ts         |
 * | /health/alive  /health/ready               | `healthRoutes`            |
 * | /.well-known/change-password               | the settings              |
 * | /.well-known/jwks.json                     | sessions/token-keys.ts    |
 */
export function publicRoutes(deps: RouteDeps): readonly Route[] {
  return [
    ...deps.flowRoutes,
    ...closedToOtherSites([...accountRoutes(deps), ...sessionRoutes(deps)], deps.config),
    ...schemaRoutes(deps.schemas, createCsrfCookies(deps.config)),
    ...healthRoutes(deps.isReady),
    changePassword(deps.config.publicBaseUrl),
    publishedKeys(deps.tokenKeys),
  ]
}

/** Returns the route of the keys by which applications check session tokens; they cache them for a while. */
function publishedKeys(tokenKeys: TokenKeys): Route {
  const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }
  return {
    method: 'GET',
    path: publicPaths.tokenKeys,
    handle: async ({ now }) => jsonAnswer(200, { keys: await tokenKeys.published(now) }, headers),
  }
}

/** Redirects password managers to the page where a password is changed. */
function changePassword(publicBaseUrl: string): Route {
  const location = `${publicBaseUrl}/self-service/settings/browser`
  return { method: 'GET', path: '/.well-known/change-password', handle: () => redirectAnswer(303, location) }
}

/**
 * TABLE: every URL of the admin listener, each with and without the prefix `/admin`.
 *
 * | path                                                  | where                     |
 * |-------------------------------------------------------|---------------------------|
 * | /identities  /identities/:id  …/by/external/:id       | admin/identity-routes.ts  |
 * | /identities/:id/credentials/:type  …/:id/verification | admin/identity-routes.ts  |
 * | /sessions  /sessions/:id  /sessions/:id/extend        | admin/session-routes.ts   |
 * | /sessions/:id/restore                                 | admin/session-routes.ts   |
 * | /identities/:id/sessions                              | admin/session-routes.ts   |
 * | /recovery/code  /recovery/link                        | `recoveryRoutes`          |
 * | /test-login-flows                                     | `testLoginRoutes`         |
 * | /courier/messages  /courier/messages/:id  …/resend    | admin/courier-routes.ts   |
 * | /health/alive  /health/ready  /version                | `healthRoutes`            |
 * | everything public                                     | redirected to it (307)    |
 */
export function adminRoutes(deps: RouteDeps): readonly Route[] {
  return [
    ...identityRoutes(deps),
    ...adminSessionRoutes(deps),
    ...recoveryRoutes(deps),
    ...testLoginRoutes(deps),
    ...courierRoutes(deps),
    ...healthRoutes(deps.isReady),
    ...versionRoutes(deps.version),
  ]
}

/** Paths that the admin listener redirects to the public one. */
export function belongsToPublic(path: string): boolean {
  return /^\/(self-service\/|\.well-known\/|schemas(\/|$)|sessions\/whoami$)/.test(path)
}

/** Returns the routes that report whether the process runs, and whether it can work. */
function healthRoutes(isReady: () => Promise<boolean>): readonly Route[] {
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
function versionRoutes(version: string): readonly Route[] {
  return [{ method: 'GET', path: '/version', handle: () => jsonAnswer(200, { version }) }]
}

/** The recovery operations, which the routes call. */
interface RecoveryRoutesDeps {
  readonly adminRecovery: AdminRecovery
}

/** Returns the routes by which administrators help people back into their accounts. */
function recoveryRoutes({ adminRecovery }: RecoveryRoutesDeps): readonly Route[] {
  return [
    { method: 'POST', path: '/recovery/code', handle: adminRecovery.code },
    { method: 'POST', path: '/recovery/link', handle: adminRecovery.link },
  ]
}

/** The test login of the sign-in with providers, which the route calls. */
interface TestLoginRoutesDeps {
  readonly createTestLogin: Route['handle']
}

/** Returns the route by which an administrator tries a provider. */
function testLoginRoutes({ createTestLogin }: TestLoginRoutesDeps): readonly Route[] {
  return [{ method: 'POST', path: '/test-login-flows', handle: createTestLogin }]
}
