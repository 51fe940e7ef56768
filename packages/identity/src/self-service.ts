import { publicPaths } from '@gatehouse/contract/http'

import type { DevtoolsHooks } from './configuration/devtools-hooks.ts'
import type { CourierService } from './courier/courier.ts'
import { createCsrfCookies } from './flows/http/csrf.ts'
import type { RequestContext } from './flows/http/request-context.ts'
import { createReturnUrls } from './flows/http/return-to.ts'
import type { Outcome } from './flows/model/outcome.ts'
import { type AdminRecovery, createAdminRecovery } from './flows/recovery/admin.ts'
import { flowRoute, flowRoutes } from './flows/routes.ts'
import { type AdminVerification, createAdminVerification } from './flows/verification/admin.ts'
import type { Route } from './http/route.ts'
import { createMemberships } from './identities/membership.ts'
import { createLoginRequests } from './oauth2/login-requests.ts'
import { createCodes } from './strategies/code/codes.ts'
import type { StrategyDependencies } from './strategies/method.ts'
import type { Methods } from './strategies/methods.ts'
import type { OidcContext } from './strategies/oidc/dependencies.ts'
import { fedcmParameters, submitFedcm } from './strategies/oidc/fedcm/submit.ts'
import { createProviders } from './strategies/oidc/providers/all.ts'
import { forwardFromProvider, returnFromProvider } from './strategies/oidc/return/handler.ts'
import { signInOrSignUp } from './strategies/oidc/return/settle.ts'
import { createTestLogin } from './strategies/oidc/test-login/test-login.ts'
import { scriptRoute } from './strategies/webauthn/script.ts'

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
  'codes' | 'countFirstFactors' | 'providers' | 'signInOrSignUp'
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
    signInOrSignUp: (attempt, person) => signInOrSignUp(context, attempt, person),
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

type Handler = (context: OidcContext, request: RequestContext) => Outcome | Promise<Outcome>

const { providerReturn, samlReturn, organizationReturn, fedcmParameters: fedcmParametersPath, fedcmToken } = publicPaths

/** TABLE: public addresses of single methods, in addition to those of the flows. */
// prettier-ignore
const table: readonly (readonly [method: Route['method'], path: string, handler: Handler])[] = [
  ['GET',    providerReturn,               returnFromProvider],
  ['POST',   providerReturn,               forwardFromProvider],
  ['GET',    `${providerReturn}/:provider`, returnFromProvider],
  ['POST',   `${providerReturn}/:provider`, forwardFromProvider],
  ['GET',    `${samlReturn}/:provider`,    returnFromProvider],
  ['POST',   `${samlReturn}/:provider`,    forwardFromProvider],
  ['GET',    `${organizationReturn}/:organization/callback/:provider`, returnFromProvider],
  ['POST',   `${organizationReturn}/:organization/callback/:provider`, forwardFromProvider],
  ['GET',    fedcmParametersPath,          fedcmParameters],
  ['POST',   fedcmToken,                   submitFedcm],
]

/** Returns the addresses of the strategies of one service. */
function strategyRoutes(context: OidcContext): readonly Route[] {
  const { improvements } = context.config
  const hasChooser = improvements.choosersAreNamed || context.providers.some(({ chooser }) => chooser !== undefined)
  const chooserPaths = new Set<string>([fedcmParametersPath, fedcmToken])
  const rows = table
    .filter(([, path]) => hasChooser || !chooserPaths.has(path))
    .map(([method, path, handler]) => flowRoute(context, method, path, (request) => handler(context, request)))
  return [...rows, scriptRoute]
}
