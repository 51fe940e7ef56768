import type { Route } from '../http/route.ts'

/** The work is that of the sign-in with providers: the route only leads there. */
export interface TestLoginRoutesDeps {
  readonly createTestLogin: Route['handle']
}

/** An administrator tries a provider out. */
export function testLoginRoutes({ createTestLogin }: TestLoginRoutesDeps): readonly Route[] {
  return [{ method: 'POST', path: '/test-login-flows', handle: createTestLogin }]
}
