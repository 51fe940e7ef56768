import { publicPaths } from '@gatehouse/contract/urls'

import type { Visit } from '../flows/http/request-context.ts'
import type { Outcome } from '../flows/model/outcome.ts'
import { flowRoute } from '../flows/routes.ts'
import type { Route } from '../http/route.ts'
import type { OidcContext } from './oidc/context.ts'
import { fedcmParameters } from './oidc/fedcm/parameters.ts'
import { submitFedcm } from './oidc/fedcm/submit.ts'
import { forwardFromProvider, returnFromProvider } from './oidc/return/handler.ts'
import { scriptRoute } from './webauthn/script.ts'

type Handler = (context: OidcContext, visit: Visit) => Outcome | Promise<Outcome>

const { providerReturn, samlReturn, organizationReturn, fedcmParameters: fedcmParametersPath, fedcmToken } = publicPaths

/** TABLE 1, the strategies' part: public addresses that single methods have beside those of the flows. */
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

/** The addresses of the strategies of one service. */
export function strategyRoutes(context: OidcContext): readonly Route[] {
  const rows = table.map(([method, path, handler]) =>
    flowRoute(context, method, path, (visit) => handler(context, visit)),
  )
  return [...rows, scriptRoute]
}
