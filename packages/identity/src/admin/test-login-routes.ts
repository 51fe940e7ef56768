import type { Route } from '../http/route.ts'

/** The test login of the sign-in with providers, which the route calls. */
export interface TestLoginRoutesDeps {
  readonly createTestLogin: Route['handle']
}

/** Returns the route by which an administrator tries a provider. */
export function testLoginRoutes({ createTestLogin }: TestLoginRoutesDeps): readonly Route[] {
  return [{ method: 'POST', path: '/test-login-flows', handle: createTestLogin }]
}
