import type { DevtoolsHooks } from './configuration/devtools-hooks.ts'
import type { CourierService } from './courier/courier.ts'
import { createCsrfCookies } from './flows/http/csrf.ts'
import { createReturnUrls } from './flows/http/return-to.ts'
import { createAdminRecovery, type AdminRecovery } from './flows/recovery/admin.ts'
import { flowRoutes } from './flows/routes.ts'
import { createAdminVerification, type AdminVerification } from './flows/verification/admin.ts'
import type { Route } from './http/route.ts'
import { createMemberships } from './identities/membership.ts'
import { createLoginRequests } from './oauth2/login-requests.ts'
import { createCodes } from './strategies/code/codes.ts'
import type { StrategyDependencies } from './strategies/method.ts'
import type { Methods } from './strategies/methods.ts'
import type { OidcContext } from './strategies/oidc/dependencies.ts'
import { createProviders } from './strategies/oidc/providers/all.ts'
import { settlePerson } from './strategies/oidc/return/settle.ts'
import { createTestLogin } from './strategies/oidc/test-login/create.ts'
import { strategyRoutes } from './strategies/routes.ts'

/** The self-service flows of one identity service, with the strategies that its configuration enables. */
export interface SelfService {
  /** `/self-service/*` and `/.well-known/ory/*`. */
  readonly routes: readonly Route[]
  readonly adminRecovery: AdminRecovery
  readonly adminVerification: AdminVerification
  /** Answers `POST /admin/test-login-flows`. */
  readonly createTestLogin: Route['handle']
}

/** The dependencies of the flows and strategies, without those that are created here. */
export type SelfServiceDependencies = Omit<
  StrategyDependencies,
  'codes' | 'countFirstFactors' | 'providers' | 'settlePerson'
> &
  Omit<
    OidcContext,
    | 'countFirstFactors'
    | 'methodNames'
    | 'withoutLoneSpares'
    | 'strategies'
    | 'wireMethods'
    | 'providers'
    | 'memberships'
    | 'csrf'
    | 'returnUrls'
    | 'loginRequests'
  > & {
    readonly methods: Methods
    readonly courier: CourierService
    readonly codeOf?: DevtoolsHooks['codeOf'] | undefined
  }

/** Combines flows and strategies: flows know the interfaces of strategies, strategies the flows in which they end. */
export function createSelfService(dependencies: SelfServiceDependencies): SelfService {
  const { config, flows, methods, organizations, transactions } = dependencies
  const codes = createCodes({
    flows,
    transactions,
    secrets: config.secrets.default,
    maxSubmissions: config.selfservice.methods.code.maxSubmissions,
    limits: dependencies.limits,
    hidesAccounts: config.security.accountEnumerationMitigate,
    codeOf: dependencies.codeOf,
  })
  const providers = createProviders(config, dependencies)
  const strategies = methods.create({
    ...dependencies,
    codes,
    providers,
    settlePerson: (attempt, person) => settlePerson(context, attempt, person),
  })
  const context: OidcContext = {
    ...dependencies,
    strategies,
    wireMethods: methods.wireMethods,
    methodNames: methods.names,
    withoutLoneSpares: (before, after) =>
      config.improvements.codesEndWithFactors
        ? methods.withoutLoneSpares({ before, after }, config.selfservice.methods)
        : after,
    countFirstFactors: methods.countFirstFactors,
    providers,
    memberships: createMemberships(organizations, providers),
    csrf: createCsrfCookies(config),
    returnUrls: createReturnUrls(config),
    loginRequests: config.oauth2Provider && createLoginRequests(config.oauth2Provider),
  }
  return {
    routes: [...flowRoutes(context), ...strategyRoutes(context)],
    adminRecovery: createAdminRecovery(context),
    adminVerification: createAdminVerification({ ...context, courier: dependencies.courier }),
    createTestLogin: createTestLogin(context),
  }
}
