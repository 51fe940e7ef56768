import type { IdentityConfig } from '../configuration/config.ts'
import { RefusalError } from '../http/answer.ts'
import { callersWithSession } from '../http/cors.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { sessionTokenOf } from './token.ts'

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', '*'])

type Settings = Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'cors' | 'session'>

/**
 * Closes the routes with changes to pages of other sites if a cookie authorizes the request: browsers add cookies
 * unasked. An app's token is not affected. A browser always names the origin of such a request; one without an origin
 * comes from a server that passes a visitor's cookie on, as pages that are drawn there do.
 */
export function closedToOtherSites(routes: readonly Route[], config: Settings): readonly Route[] {
  const isOurs = trustedOrigins(config)
  return routes.map((route) =>
    safe.has(route.method)
      ? route
      : {
          ...route,
          handle: (context) => {
            requireOwnPage(context, config.session.cookie.name, isOurs)
            return route.handle(context)
          },
        },
  )
}

function requireOwnPage(context: RouteContext, cookieName: string, isOurs: (origin: string) => boolean): void {
  const { request, cookies } = context
  const cookie = cookies[cookieName]
  if (!cookie || sessionTokenOf(context, cookieName) !== cookie) return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isAllowed = origin === null ? site === null || site === 'same-origin' || site === 'none' : isOurs(origin)
  if (isAllowed) return
  throw new RefusalError({
    code: 403,
    id: 'security_csrf_violation',
    reason: 'This request comes from a page of another site, so it was stopped to protect the account.',
    message: 'the request was stopped to protect you from cross-site request forgery',
    details: {
      docs: 'https://www.ory.sh/docs/kratos/debug/csrf',
      hint: 'Call from a page of this service, from one that `ui_url` names, or from an origin that `serve.public.cors` allows.',
      reject_reason:
        origin === null ? `Sec-Fetch-Site is ${site}.` : 'The Origin is not one that may change an account.',
    },
  })
}

/** Returns a check for the origins of the service, of its pages, and of scripts that may call with credentials. */
function trustedOrigins({ publicBaseUrl, selfservice, cors }: Settings): (origin: string) => boolean {
  const own = new Set(
    [publicBaseUrl, ...Object.values(selfservice.flows).map((flow) => ('uiUrl' in flow ? flow.uiUrl : ''))].flatMap(
      (url) => URL.parse(url)?.origin ?? [],
    ),
  )
  const isNamed = callersWithSession(cors.public)
  return (origin) => origin !== 'null' && (own.has(origin) || isNamed(origin))
}
