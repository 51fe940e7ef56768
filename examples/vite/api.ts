import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSessions, createTokens, nameOf } from '@gatehouse/session'
import { requireSession, sessionOf } from '@gatehouse/session/node'

/**
 * The origins of this application and of the account pages, as browsers see them, and the organization whose members
 * see its data.
 */
export interface ApiSettings {
  readonly origin: string
  readonly account: string
  readonly organization: string
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** Returns the data of the pages to people who may have it: script in a browser hides nothing. */
export function createApi({ origin, account, organization }: ApiSettings): Handler {
  const sessions = createSessions({ url: account, cacheSeconds: 0 })
  const checkToken = createTokens({ url: account })
  const say = (response: ServerResponse, text: string) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ text }))
  }
  const signedIn = (demand: object, text: (name: string) => string): Handler => {
    const protect = requireSession(sessions, { origin, ...demand })
    return (request, response, next) =>
      protect(request, response, (error) =>
        error === undefined ? say(response, text(nameOf(sessionOf(request)))) : next(error),
      )
  }
  // A service that others call with a token; it does not ask for the person's identity.
  const byToken: Handler = (request, response, next) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    checkToken(token)
      .then((checked) => {
        if (checked.kind === 'valid') return say(response, `Token of ${checked.claims.sub}`)
        response.statusCode = checked.kind === 'invalid' ? 401 : 503
        say(response, 'No token')
      })
      .catch(next)
  }
  const routes: Readonly<Record<string, Handler>> = {
    '/api/orders': signedIn({}, (name) => `Orders of ${name}`),
    '/api/members': signedIn({ organization }, (name) => `For members: ${name}`),
    '/api/delete': signedIn({ aal: 'aal2', maxAge: 300 }, (name) => `Really delete everything, ${name}?`),
    '/api/token': byToken,
  }
  return (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const route = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined
    if (route === undefined) next()
    else route(request, response, next)
  }
}
