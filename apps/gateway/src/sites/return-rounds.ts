import { flowKinds, type FlowKind } from '@gatehouse/contract/flows'
import { hostCookieName, publicPaths } from '@gatehouse/contract/http'
import { problemResponse } from '@gatehouse/http/answers'
import { acceptsHtml } from '@gatehouse/http/requests'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { DrawRefusal } from '../edge/edge.ts'
import type { RequestFacts, Route } from '../edge/route.ts'

/** What watching the way back to applications takes. */
export interface ReturnRoundsOptions {
  readonly publicUrl: URL
  /** Draws the page; absent: the edge's own words. */
  readonly draw: DrawRefusal | undefined
  /** Tells operators why an application at another origin sees no session. Answers what developers read on the page. */
  readonly onUnnoticed: (application: URL, requestId: string) => string | undefined
}

/** How often a signed-in person is sent straight back to an application before a page is shown instead. */
const mostRounds = 3
/** A round that takes longer starts the count anew. Slow applications take seconds to ask and to send people here again. */
const roundSeconds = 15
const cookieName = 'gatehouse_rounds'

/** Where applications send people to sign in, and what sends them back at once where they are. */
const entries: ReadonlySet<string> = new Set(
  flowKinds.flatMap((kind: FlowKind) => [`/${kind}`, publicPaths.flowBrowser(kind)]),
)

/** A link that signs out, and leads back at once whom it finds signed out. */
const signOut = '/logout'

/**
 * Ends the circle of an application that sees no session: it sends people here, and as they are signed in they are sent
 * straight back. Likewise of one that has people sign out who are signed out: these get the sign-in page. A cookie counts
 * the rounds, so every process knows them, and the browser forgets them in time.
 */
export function endReturnRounds(options: ReturnRoundsOptions): (handle: Route['handle']) => Route['handle'] {
  const { publicUrl } = options
  const secure = publicUrl.protocol === 'https:'
  const name = hostCookieName(cookieName, secure)
  const counted = (value: string, maxAge: number) =>
    stringifySetCookie({ name, value, path: '/', maxAge, httpOnly: true, sameSite: 'lax', secure })

  return (handle) => async (request, facts) => {
    const answer = await handle(request, facts)
    const application = isEntry(request) ? applicationOf(answer, new URL(request.url), publicUrl) : undefined
    if (application === undefined) return answer
    const rounds = roundsOf(parseCookie(request.headers.get('cookie') ?? '')[name], application)
    const isOver = rounds >= mostRounds
    const isSignOut = new URL(request.url).pathname === signOut
    const shown = isOver && !isSignOut ? await unnoticed(application, request, facts, options) : answer
    if (isOver && isSignOut) shown.headers.set('location', '/login')
    shown.headers.append(
      'set-cookie',
      counted(`${Math.min(rounds + 1, mostRounds)}:${application.origin}`, roundSeconds),
    )
    return shown
  }
}

/** A browser that opens one of the addresses that people are sent to, on behalf of no OAuth2 client: that asks its own server. */
function isEntry({ method, url, headers }: Request): boolean {
  const { pathname, searchParams } = new URL(url)
  return (
    method === 'GET' &&
    (entries.has(pathname) || pathname === signOut) &&
    acceptsHtml(headers) &&
    !searchParams.has('login_challenge')
  )
}

/**
 * The application that an answer sends a person back to at once. An operator's own pages at another host get the id of
 * the flow or the error that they draw.
 */
function applicationOf({ status, headers }: Response, asked: URL, publicUrl: URL): URL | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const to = location === null ? null : URL.parse(location, publicUrl)
  if (to === null || !/^https?:$/.test(to.protocol) || to.origin === publicUrl.origin) return undefined
  const wanted = asked.searchParams.get('return_to')
  const isBack =
    wanted === null
      ? !to.searchParams.has('flow') && !to.searchParams.has('id')
      : to.href === URL.parse(wanted, publicUrl)?.href
  return isBack ? to : undefined
}

/** The rounds that were made so far to the same application. What is no number of ours counts as none. */
function roundsOf(kept: string | undefined, { origin }: URL): number {
  const [, rounds, to] = /^(\d):(.*)$/.exec(kept ?? '') ?? []
  return to === origin ? Number(rounds) : 0
}

async function unnoticed(
  application: URL,
  request: Request,
  facts: RequestFacts,
  { draw, onUnnoticed }: ReturnRoundsOptions,
): Promise<Response> {
  const { requestId } = facts
  const said = onUnnoticed(application, requestId)
  const refusal = { name: 'unnoticed', status: 409, detail: said ?? '', again: application.href } as const
  const page = await draw?.(request, facts, { ...refusal, application: application.host, said })
  if (page !== undefined) return page
  return problemResponse(request, {
    status: refusal.status,
    title: 'You are signed in',
    detail: `${application.host} does not see it and sends you here again and again. ${refusal.detail}`.trim(),
    requestId,
    link: { href: application.href, text: `Go to ${application.host}` },
  })
}
