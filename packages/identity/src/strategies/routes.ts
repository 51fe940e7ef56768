import { publicPaths } from '@gatehouse/contract/http'
import type { RequestContext } from '../flows/http/request-context.ts'
import type { Outcome } from '../flows/model/outcome.ts'
import { flowRoute } from '../flows/routes.ts'
import type { Route } from '../http/route.ts'
import type { OidcContext } from './oidc/dependencies.ts'
import { fedcmParameters } from './oidc/fedcm/parameters.ts'
import { submitFedcm } from './oidc/fedcm/submit.ts'
import { forwardFromProvider, returnFromProvider } from './oidc/return/handler.ts'
import { scriptRoute } from './webauthn/script.ts'

type Handler = (context: OidcContext, request: RequestContext) => Outcome | Promise<Outcome>

const { providerReturn, samlReturn, organizationReturn, fedcmParameters: fedcmParametersPath, fedcmToken } = publicPaths

/** TABLE 1, the strategies' part: public addresses of single methods, in addition to those of the flows. */
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
export function strategyRoutes(context: OidcContext): readonly Route[] {
  const { improvements } = context.config
  const hasChooser = improvements.choosersAreNamed || context.providers.some(({ chooser }) => chooser !== undefined)
  const chooserPaths = new Set<string>([fedcmParametersPath, fedcmToken])
  const rows = table
    .filter(([, path]) => hasChooser || !chooserPaths.has(path))
    .map(([method, path, handler]) => flowRoute(context, method, path, (request) => handler(context, request)))
  return [...rows, scriptRoute]
}
