import { createSessions, createTokens, nameOf, type Session } from '@gatehouse/session'
import { requireSession, sessionOf } from '@gatehouse/session/node'
import express, { type Express } from 'express'

/**
 * The origins of this application and of the account pages, as browsers see them, and the organization whose members
 * see the page for members.
 */
export interface AppSettings {
  readonly origin: string
  readonly account: string
  readonly organization: string
}

/**
 * Creates pages for all visitors, for signed-in people, for members, one that asks for a second factor, and one with a
 * token.
 */
export function createApp({ origin, account, organization }: AppSettings): Express {
  const sessions = createSessions({ url: account, cacheSeconds: 0 })
  const checkToken = createTokens({ url: account })
  const app = express()
  app.disable('x-powered-by')

  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 answers 500 where it is rejected
  app.get('/', async (request, response) => {
    const found = await sessions.read(new Headers({ cookie: request.headers.cookie ?? '' }))
    const isSignedIn = found.kind === 'signed_in'
    response.send(
      page(
        isSignedIn
          ? `<p>Hello ${escaped(nameOf(found.session))}</p><a href="${escaped(sessions.signOutUrl(`${origin}/`))}">Sign out</a>`
          : `<p>You are not signed in.</p><a href="${escaped(sessions.signInUrl(`${origin}/`))}">Sign in</a>`,
      ),
    )
  })

  const greeting =
    (text: (name: string, session: Session) => string) => (request: express.Request, response: express.Response) => {
      const session = sessionOf(request)
      response.send(page(`<p>${text(escaped(nameOf(session)), session)}</p>`))
    }
  app.get(
    '/orders',
    requireSession(sessions, { origin }),
    greeting((name) => `Orders of ${name}`),
  )
  app.get(
    '/members',
    requireSession(sessions, { origin, organization }),
    greeting((name) => `For members: ${name}`),
  )
  // Something dangerous: two factors, and no longer ago than five minutes.
  app.get(
    '/delete',
    requireSession(sessions, { origin, aal: 'aal2', maxAge: 300 }),
    greeting((name) => `Really delete everything, ${name}?`),
  )

  // The token that a service behind this application would get, and its check.
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 answers 500 where it is rejected
  app.get('/token', requireSession(sessions, { origin }), async (request, response) => {
    const token = await sessions.token(new Headers({ cookie: request.headers.cookie ?? '' }), 'app')
    const checked = await checkToken(token ?? '')
    response.send(page(`<p>${checked.kind === 'valid' ? `Token of ${escaped(checked.claims.sub)}` : 'No token'}</p>`))
  })
  return app
}

function page(body: string): string {
  const links = ['orders', 'members', 'delete', 'token'].map((path) => `<a href="/${path}">${path}</a>`)
  return `<!doctype html><html lang="en"><title>Shop</title><nav><a href="/">Start</a> ${links.join(' ')}</nav><main><h1>Shop</h1>${body}</main></html>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
