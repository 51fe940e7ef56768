import {
  acceptsHtml,
  announcesTooMuch,
  checkHost,
  checkTarget,
  checkSameOrigin,
  type Forwarded,
  type ProxyTrust,
} from '@gatehouse/http/requests'
import { problemResponse, type Problem } from '@gatehouse/http/answers'
import { envelopeRefusal } from '@gatehouse/platform/http'
import type { EdgeRefusal, RefusedRequest } from '@gatehouse/account/refused-request'
import type { Route } from './route.ts'

/** The settings of the edge's rules. */
export interface EdgeRules {
  readonly publicUrl: URL
  /** The trusted proxies in front. */
  readonly proxies: ProxyTrust
  /** Whether browsers may remember the redirect to the public origin; not while an operator tries settings out. */
  readonly permanentOrigin: boolean
  /** Returns whether a host could only be a project's, but no project has it. Default: there are no such hosts. */
  readonly isNoProject?: ((host: string) => boolean) | undefined
  /** Returns whether the process is fenced and serves nothing. Default: never. */
  readonly isFenced?: (() => boolean) | undefined
}

/** A request as it arrived. */
export interface Arrival {
  readonly received: Request
  readonly url: URL
  readonly forwarded: Forwarded
  readonly requestId: string
  readonly route: Route | undefined
  /** Draws a refusal as a page; absent if there are no pages. */
  readonly drawn: ((refusal: RefusedRequest) => Promise<Response>) | undefined
}

type Refuse = (arrival: Arrival, rules: EdgeRules) => Promise<Response> | undefined

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const refuseMethod: Refuse = (arrival) =>
  methods.has(arrival.received.method)
    ? undefined
    : refuse(arrival, 'method_not_allowed', {
        status: 405,
        title: 'Method not allowed',
        detail: 'This method is not in use here.',
        headers: { allow: [...methods].join(', ') },
      })

const refuseTarget: Refuse = (arrival) => {
  const verdict = checkTarget(arrival.url.pathname)
  return verdict.kind === 'sound'
    ? undefined
    : refuse(arrival, 'malformed_address', { status: 400, title: 'This address is malformed', detail: verdict.reason })
}

const refuseLongEnvelope: Refuse = (arrival) => {
  const tooLong = envelopeRefusal(arrival.received, arrival.url)
  if (tooLong === undefined) return undefined
  const { code: status, reason: detail } = tooLong
  return refuse(arrival, 'too_large', { status, title: 'Too large', detail })
}

const refuseUnknownProject: Refuse = (arrival, { isNoProject }) =>
  arrival.route?.host === 'every' || isNoProject?.((arrival.forwarded.host ?? '').toLowerCase()) !== true
    ? undefined
    : refuse(arrival, 'no_project', {
        status: 404,
        title: 'No such project',
        detail: 'No project has this address. It may have been deleted, or the address may have a typing error.',
      })

const redirectToPublicOrigin: Refuse = (arrival, { publicUrl, proxies, permanentOrigin }) => {
  if (arrival.route !== undefined && arrival.route.host !== 'public') return undefined
  const { received, url, forwarded } = arrival
  const navigates = received.headers.get('sec-fetch-mode') === 'navigate' || acceptsHtml(received.headers)
  const isCall = arrival.route?.isForPrograms === true && !navigates
  const asked = { method: received.method, url, forwarded, behindProxy: proxies.expected, navigates, isCall }
  const verdict = checkHost(asked, publicUrl, permanentOrigin)
  if (verdict.kind === 'canonical') return undefined
  if (verdict.kind === 'redirect') {
    const headers = { location: verdict.location, 'cache-control': 'no-store' }
    return Promise.resolve(new Response(null, { status: verdict.status, headers }))
  }
  return refuse(arrival, 'other_host', {
    status: 421,
    title: 'This is not the address of this service',
    detail: verdict.reason,
    link: { href: publicUrl.origin, text: `Go to ${publicUrl.host}` },
  })
}

const refuseWhileFenced: Refuse = (arrival, { isFenced }) =>
  arrival.route?.needsNothing === true || isFenced?.() !== true
    ? undefined
    : refuse(arrival, 'unreachable', {
        status: 503,
        title: 'Not available',
        detail: 'The database of this service has not been reached for a while. Try again in a moment.',
        headers: { 'retry-after': '5' },
      })

const refuseForeignWrite: Refuse = (arrival, { publicUrl }) => {
  if (arrival.route?.writes !== 'own pages') return undefined
  const verdict = checkSameOrigin(arrival.received.method, arrival.received.headers, publicUrl)
  return verdict.kind === 'allowed'
    ? undefined
    : refuse(arrival, 'foreign_form', {
        status: 403,
        title: 'This form was not accepted',
        detail: `${verdict.reason} Open the page here and send it again.`,
      })
}

const refuseLargeBody: Refuse = (arrival) =>
  announcesTooMuch(arrival.received.headers, arrival.route?.maxBodyBytes ?? 0)
    ? refuse(arrival, 'too_large', tooLarge)
    : undefined

// The order matters: a request at the wrong host learns nothing about routes.
const refusals: readonly Refuse[] = [
  refuseMethod,
  refuseTarget,
  refuseLongEnvelope,
  refuseWhileFenced,
  refuseUnknownProject,
  redirectToPublicOrigin,
  refuseForeignWrite,
  refuseLargeBody,
]

/** The answer of the first rule that a request breaks, or `undefined` when it may pass. */
export function findRefusal(arrival: Arrival, rules: EdgeRules): Promise<Response> | undefined {
  for (const rule of refusals) {
    const answer = rule(arrival, rules)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** The answer to a body over the limit, announced or not. */
export const tooLarge = {
  status: 413,
  title: 'Too large',
  detail: 'The request is larger than this address accepts.',
  headers: { connection: 'close' },
} as const satisfies Omit<Problem, 'requestId'>

/** Refuses a request: a browser gets a page of ours, if there are pages here, every other client the problem itself. */
export async function refuse(
  { received, url, requestId, drawn }: Pick<Arrival, 'received' | 'url' | 'requestId' | 'drawn'>,
  name: EdgeRefusal,
  problem: Omit<Problem, 'requestId'>,
): Promise<Response> {
  const again = received.method === 'GET' ? url.pathname + url.search : undefined
  const { status, detail } = problem
  const page = acceptsHtml(received.headers) ? await drawn?.({ name, status, detail, again }) : undefined
  if (page === undefined) return problemResponse(received, { ...problem, requestId })
  for (const [header, value] of Object.entries(problem.headers ?? {})) page.headers.set(header, value)
  return page
}
