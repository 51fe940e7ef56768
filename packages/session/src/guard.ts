import { baseAddress } from './base-address.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

/** The requirements of a page or an operation for its caller. */
export interface Demand {
  /** Origin of this application as browsers see it. The Host header is not used: any client can set it. */
  readonly origin: string
  /** Two factors in this session. */
  readonly aal?: 'aal2'
  /** Seconds since the person last proved to be there, at most. */
  readonly maxAge?: number
  /** Id of the organization whose members alone have access. */
  readonly organization?: string
}

/** The verdict of a guard. */
export type Verdict =
  | { readonly kind: 'allowed'; readonly session: Session }
  | { readonly kind: 'refused'; readonly response: Response }

/** The reason for a refusal, and the address at which the caller meets the requirement. */
export type Decision =
  | { readonly kind: 'allowed'; readonly session: Session }
  | {
      readonly kind: 'sign_in'
      readonly url: string
      readonly error: 'session_missing' | 'second_factor_required' | 'session_refresh_required'
    }
  /** Signed in, and not a member of the organization. */
  | { readonly kind: 'not_a_member' }
  /** It could not be found out. */
  | { readonly kind: 'unavailable' }

/** Decides about who sent `headers`. `path`: of the page that they come back to, with its query. */
export async function decide(sessions: Sessions, headers: Headers, path: string, demand: Demand): Promise<Decision> {
  const found = await sessions.read(headers)
  const back = `${baseAddress(demand.origin)}${path}`
  const toSignIn = (
    error: Extract<Decision, { kind: 'sign_in' }>['error'],
    wish?: Parameters<Sessions['signInUrl']>[1],
  ): Decision => ({ kind: 'sign_in', url: sessions.signInUrl(back, wish), error })
  switch (found.kind) {
    case 'unavailable':
      return { kind: 'unavailable' }
    case 'signed_out':
      return toSignIn('session_missing')
    case 'second_factor_required':
      return toSignIn('second_factor_required', { aal: 'aal2' })
    case 'signed_in': {
      const { session, aheadMs = 0 } = found
      // First, as no factor and no proof would change it.
      if (demand.organization !== undefined && session.identity.organization_id !== demand.organization) {
        return { kind: 'not_a_member' }
      }
      if (demand.aal === 'aal2' && session.authenticator_assurance_level !== 'aal2') {
        return toSignIn('second_factor_required', { aal: 'aal2' })
      }
      // By the clock that noted the proof: if this server's clock is fast, no proof would ever be fresh.
      const ageMs = Date.now() + aheadMs - Date.parse(session.authenticated_at)
      if (demand.maxAge !== undefined && !(ageMs <= demand.maxAge * 1_000)) {
        return toSignIn('session_refresh_required', { refresh: true, ...(demand.aal && { aal: demand.aal }) })
      }
      return { kind: 'allowed', session }
    }
    default:
      return found satisfies never
  }
}

/**
 * Allows a person who is signed in and meets the requirements. Browsers that open a page are redirected to sign in, or
 * to give a second factor, and come back; every other call is answered with 401, 403 or 503 as JSON.
 */
export async function guard(sessions: Sessions, request: Request, demand: Demand): Promise<Verdict> {
  const { pathname, search } = new URL(request.url)
  const decision = await decide(sessions, request.headers, `${pathname}${search}`, demand)
  switch (decision.kind) {
    case 'allowed':
      return decision
    case 'unavailable':
      return refused(json(503, { error: 'session_unavailable' }, { 'retry-after': '5' }))
    case 'not_a_member':
      return refused(json(403, { error: 'not_a_member' }))
    case 'sign_in': {
      const { error, url } = decision
      if (opensPage(request)) return refused(redirect(url))
      return refused(json(error === 'session_missing' ? 401 : 403, { error, sign_in_url: url }))
    }
    default:
      return decision satisfies never
  }
}

const refused = (response: Response): Verdict => ({ kind: 'refused', response })

/** A submitted form cannot be repeated after the sign-in: only pages are return addresses. */
function opensPage({ method, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html')
}

const noStore = { 'cache-control': 'no-store' }

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location, ...noStore } })
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { ...noStore, ...headers } })
}
