import { baseAddress } from './base-address.ts'
import { createHash } from 'node:crypto'
import { reachAt, type Reach } from './reach.ts'
import { parseSession, type SessionResult } from './session.ts'

/** The address of the account pages, and options of the calls to them. */
export interface SessionsOptions {
  /** Origin of the account pages as browsers see it, such as `https://account.example.org`. */
  readonly url: string
  /** The address to which servers connect if it is not `url`, such as `http://gatehouse:4455`. */
  readonly internalUrl?: string
  /** Names of session cookies that are passed on; no other cookie of the visitor leaves this server. */
  readonly cookieNames?: readonly string[]
  /** How long an answer counts, in seconds (5). So long after a sign-out a session may still be taken for a good one. 0: ask each time. */
  readonly cacheSeconds?: number
  /** Milliseconds until the service counts as unavailable (3,000). */
  readonly timeoutMs?: number
  /** How calls are made, if not by Node itself. */
  readonly fetch?: Reach
}

/** Requirements on a person beyond a session. */
export interface SignInWish {
  /** A second factor. */
  readonly aal?: 'aal2'
  /** A fresh confirmation that the person is present. */
  readonly refresh?: boolean
}

/** Sessions of visitors. */
export interface Sessions {
  /** Reads the session of a request from its cookie, `X-Session-Token` or bearer token. Never rejects. */
  read(headers: Headers): Promise<SessionResult>
  /**
   * Returns a JSON Web Token of the session (`tokenize_as`), for a service behind this one; undefined without a
   * session. Rejects if it cannot be issued.
   */
  token(headers: Headers, name: string): Promise<string | undefined>
  /** Returns the address of the sign-in that returns to `returnTo`. */
  signInUrl(returnTo: string, wish?: SignInWish): string
  /** Returns the address of the sign-out that returns to `returnTo`. */
  signOutUrl(returnTo: string): string
}

const usualCookies = ['gatehouse_session', 'ory_kratos_session', '__Host-session']
/** More would be memory that a stranger fills by sending cookies. */
const mostRemembered = 1_000

/** Prepares asking. One for a process: it remembers answers for a few seconds. */
export function createSessions(options: SessionsOptions): Sessions {
  const { cookieNames = usualCookies, cacheSeconds = 5, timeoutMs = 3_000 } = options
  const { fetch = reachAt(options.internalUrl) } = options
  const url = baseAddress(options.url)
  const whoami = `${url}/sessions/whoami`
  const remembered = new Map<string, { readonly until: number; readonly result: Promise<SessionResult> }>()

  async function ask(headers: Headers): Promise<SessionResult> {
    let answer: Response
    try {
      answer = await fetch(whoami, { headers, signal: AbortSignal.timeout(timeoutMs) })
      if (answer.status === 200) {
        const aheadMs = aheadOf(answer)
        const session = parseSession(await answer.json())
        return session
          ? { kind: 'signed_in', session, aheadMs }
          : { kind: 'unavailable', reason: `${whoami} gave no session` }
      }
      await answer.body?.cancel()
    } catch (error) {
      return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
    }
    if (answer.status === 401) return { kind: 'signed_out' }
    if (answer.status === 403) return { kind: 'second_factor_required' }
    return { kind: 'unavailable', reason: `${whoami} answered ${answer.status}` }
  }

  function read(given: Headers): Promise<SessionResult> {
    const headers = credentialsOf(given, cookieNames)
    if (headers === undefined) return Promise.resolve({ kind: 'signed_out' })
    // Digests: the cache holds no credential that opens an account.
    const key = createHash('sha256')
      .update(JSON.stringify([...headers]))
      .digest('base64')
    const now = Date.now()
    const known = remembered.get(key)
    if (known !== undefined && known.until > now) return known.result
    const result = ask(headers)
    if (cacheSeconds <= 0) return result
    remembered.delete(key)
    remembered.set(key, { until: now + cacheSeconds * 1_000, result })
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    // Only valid sessions are cached: a new sign-in counts at once.
    void result.then((found) => {
      const isGood = found.kind === 'signed_in' && Date.parse(found.session.expires_at) > now + cacheSeconds * 1_000
      if (!isGood && remembered.get(key)?.result === result) remembered.delete(key)
    })
    return result
  }

  async function token(given: Headers, name: string): Promise<string | undefined> {
    const headers = credentialsOf(given, cookieNames)
    if (headers === undefined) return undefined
    const asked = `${whoami}?${new URLSearchParams({ tokenize_as: name })}`
    const answer = await fetch(asked, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (answer.status === 401 || answer.status === 403) return undefined
    const body: unknown = answer.status === 200 ? await answer.json() : undefined
    const tokenized: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'tokenized') : undefined
    if (typeof tokenized === 'string') return tokenized
    throw new Error(`${asked} answered ${answer.status} and gave no token: is "${name}" in session_tokens?`)
  }

  return {
    read,
    token,
    signInUrl: (returnTo, { aal, refresh } = {}) => {
      const query = new URLSearchParams({
        return_to: returnTo,
        ...(aal && { aal }),
        ...(refresh && { refresh: 'true' }),
      })
      return `${url}/login?${query}`
    },
    signOutUrl: (returnTo) => `${url}/logout?${new URLSearchParams({ return_to: returnTo })}`,
  }
}

/** How far the clock behind an answer is ahead of this one, in milliseconds; to the second, as the header has it. */
function aheadOf({ headers }: Response): number {
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now()
  return Math.abs(ahead) < 2_000 || Number.isNaN(ahead) ? 0 : ahead
}

/** A bearer token that is a session's: keys for this application itself stay here. */
const sessionToken = /^bearer (ory_st_\S+)$/i

/** Returns the headers that identify the visitor; undefined if there are none. */
function credentialsOf(given: Headers, cookieNames: readonly string[]): Headers | undefined {
  const headers = new Headers({ accept: 'application/json' })
  const cookies = (given.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => cookieNames.includes(pair.split('=', 1)[0] ?? ''))
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const token = given.get('x-session-token') ?? sessionToken.exec(given.get('authorization') ?? '')?.[1]
  if (token !== undefined) headers.set('x-session-token', token)
  return [...headers].length > 1 ? headers : undefined
}
