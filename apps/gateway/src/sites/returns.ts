import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { type FlowKind, flowKinds } from '@gatehouse/contract/flows'
import { hostCookieName, publicPaths } from '@gatehouse/contract/http'
import { problemResponse } from '@gatehouse/http/answers'
import { acceptsHtml } from '@gatehouse/http/requests'

import type { DrawRefusal } from '../edge/edge.ts'
import type { RequestFacts, Route } from '../edge/route.ts'
import type { Application } from './unnoticed-session.ts'

/** The dependencies of detecting return loops. */
export interface ReturnRoundsOptions {
  readonly publicUrl: URL
  /** Draws the page; absent: the edge's built-in text. */
  readonly draw: DrawRefusal | undefined
  /** Logs for operators why an application accepts no sign-in. Returns the text for developers on the page. */
  readonly onUnnoticed: (application: Application, requestId: string) => string | undefined
}

/** The number of immediate redirects to an application, of a signed-in person, before a page is shown instead. */
const mostRounds = 3
/** A slower round starts a new count. Slow applications take seconds to ask and to send people here again. */
const roundSeconds = 15
const cookieName = 'gatehouse_rounds'

/** The paths for signing in; a signed-in person is redirected from there at once. */
const entries: ReadonlySet<string> = new Set(
  flowKinds.flatMap((kind: FlowKind) => [`/${kind}`, publicPaths.flowBrowser(kind)]),
)

/** A link that signs out; a person without a session is redirected back at once. */
const signOut = '/logout'

/**
 * Breaks the loop of an application that does not see the session: it sends people here, and as they are signed in they
 * are redirected straight back. The same holds for an OAuth2 client that restarts after each answer, and for an
 * application that signs out people who are signed out: these get the sign-in page. A cookie counts the rounds, so that
 * every process knows them, and expires soon.
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
      counted(`${Math.min(rounds + 1, mostRounds)}:${countedName(application)}`, roundSeconds),
    )
    return shown
  }
}

/** A browser that opens one of the addresses that people are sent to. */
function isEntry({ method, url, headers }: Request): boolean {
  const { pathname } = new URL(url)
  return method === 'GET' && (entries.has(pathname) || pathname === signOut) && acceptsHtml(headers)
}

/**
 * Returns the application to which an answer redirects a person at once. An operator's own pages at another host get
 * the id of the flow or the error that they draw.
 */
function applicationOf({ status, headers }: Response, asked: URL, publicUrl: URL): Application | undefined {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const to = location === null ? null : URL.parse(location, publicUrl)
  if (to === null || !/^https?:$/.test(to.protocol) || to.origin === publicUrl.origin) return undefined
  if (asked.searchParams.has('login_challenge')) return clientOf(to)
  const wanted = asked.searchParams.get('return_to')
  const isBack =
    wanted === null
      ? !to.searchParams.has('flow') && !to.searchParams.has('id')
      : to.href === URL.parse(wanted, publicUrl)?.href
  return isBack ? { kind: 'site', url: to } : undefined
}

/**
 * Returns the OAuth2 client whose request continues at the OAuth2 server after a sign-in: the server adds
 * `login_verifier` to the request, which it has checked. A client that wants no page (`prompt=none`) asks often without
 * a loop.
 */
function clientOf(onward: URL): Application | undefined {
  const query = onward.searchParams
  const id = query.get('client_id')
  if (id === null || !query.has('login_verifier') || query.get('prompt') === 'none') return undefined
  const redirect = URL.parse(query.get('redirect_uri') ?? '')
  return { kind: 'client', id, url: redirect !== null && /^https?:$/.test(redirect.protocol) ? redirect : undefined }
}

const countedName = (application: Application): string =>
  application.kind === 'client' ? `client ${application.id}` : application.url.origin

/** Returns the number of rounds to the same application so far. An invalid number counts as zero. */
function roundsOf(kept: string | undefined, application: Application): number {
  const [, rounds, to] = /^(\d):(.*)$/.exec(kept ?? '') ?? []
  return to === countedName(application) ? Number(rounds) : 0
}

async function unnoticed(
  application: Application,
  request: Request,
  facts: RequestFacts,
  { draw, onUnnoticed }: ReturnRoundsOptions,
): Promise<Response> {
  const { requestId } = facts
  const said = onUnnoticed(application, requestId)
  // The page at which a client began is unknown, and its `redirect_uri` without an answer is no page.
  const again = application.kind === 'client' ? application.url?.origin : application.url.href
  const name = application.kind === 'client' ? (application.url?.host ?? application.id) : application.url.host
  const refusal = { name: 'unnoticed', status: 409, detail: said ?? '', again } as const
  const page = await draw?.(request, facts, { ...refusal, application: name, said })
  if (page !== undefined) return page
  return problemResponse(request, {
    status: refusal.status,
    title: 'You are signed in',
    detail: `${name} does not see it and sends you here again and again. ${refusal.detail}`.trim(),
    requestId,
    ...(again !== undefined && { link: { href: again, text: `Go to ${name}` } }),
  })
}

/** Receives the service's message about a refused `return_to`; returns the text for developers. */
type OnRefusedReturn = (reason: string, requestId: string) => string | undefined

const refusal = z.object({
  error: z.looseObject({
    id: z.literal('self_service_flow_return_to_forbidden'),
    reason: z.string().default(''),
    details: z.looseObject({}).nullish(),
  }),
})

/** Names the setting if the API refuses a `return_to` to a program: the pages do it for people. */
export function nameRefusedReturns(onRefusedReturn: OnRefusedReturn): (handle: Route['handle']) => Route['handle'] {
  return (handle) => async (request, facts) => {
    const answer = await handle(request, facts)
    if (!mayRefuse(request, answer)) return answer
    const text = await answer.text()
    const same = { status: answer.status, headers: answer.headers }
    const refused = refusal.safeParse(parseJson(text))
    if (!refused.success) return new Response(text, same)
    const { error } = refused.data
    const hint = onRefusedReturn(error.reason, facts.requestId)
    if (hint === undefined) return new Response(text, same)
    same.headers.delete('content-length')
    return Response.json({ ...refused.data, error: { ...error, details: { ...error.details, hint } } }, same)
  }
}

function mayRefuse({ url }: Request, { status, headers }: Response): boolean {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  return status === 400 && isJson && !headers.has('content-encoding') && new URL(url).searchParams.has('return_to')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
