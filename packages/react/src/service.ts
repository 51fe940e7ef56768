import { baseAddress } from './base-address.ts'
import { parseSession, type SessionState } from './session.ts'

/** Requirements on a person beyond a session. */
export interface SignInWish {
  /** A second factor. */
  readonly aal?: 'aal2' | undefined
  /** A fresh confirmation that the person is present. */
  readonly refresh?: boolean | undefined
}

/** The account pages and their API, as a browser reaches them. */
export interface Service {
  /** Reads the session. Never rejects. */
  read(): Promise<SessionState>
  /** Returns a JSON Web Token of the session; undefined without one. Rejects if the service cannot be reached. */
  token(name: string): Promise<string | undefined>
  /** Returns the address at which this browser is signed out. */
  signOutAddress(returnTo: string): Promise<string>
  signInUrl(returnTo: string, wish?: SignInWish): string
  accountUrl(returnTo: string): string
}

const timeoutMs = 10_000

/** `url`: origin of the account pages, such as `https://account.example.org`. */
export function createService(url: string): Service {
  const origin = baseAddress(url)
  const ask = (path: string) =>
    fetch(`${origin}${path}`, {
      credentials: 'include',
      cache: 'no-store',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
  const page = (path: string, returnTo: string, wish: SignInWish = {}) => {
    const query = new URLSearchParams({
      // On a server no address of the page is known; the account pages then redirect to their default.
      ...(returnTo !== '' && { return_to: returnTo }),
      ...(wish.aal !== undefined && { aal: wish.aal }),
      ...(wish.refresh === true && { refresh: 'true' }),
    }).toString()
    return `${origin}${path}${query === '' ? '' : `?${query}`}`
  }
  return {
    async read() {
      try {
        const answer = await ask('/sessions/whoami')
        if (answer.status === 401) return { status: 'signed_out' }
        if (answer.status === 403) return { status: 'second_factor_required' }
        const session = answer.ok ? parseSession(await answer.json()) : undefined
        if (session !== undefined) return { status: 'signed_in', session }
        return { status: 'unavailable', reason: `${origin}/sessions/whoami answered ${answer.status}` }
      } catch (error) {
        return { status: 'unavailable', reason: reasonOf(error, origin) }
      }
    },
    async token(name) {
      const answer = await ask(`/sessions/whoami?${new URLSearchParams({ tokenize_as: name })}`)
      if (answer.status === 401 || answer.status === 403) return undefined
      const body: unknown = answer.ok ? await answer.json() : undefined
      const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'tokenized') : undefined
      if (typeof token === 'string') return token
      throw new Error(`${origin} gave no token "${name}" (${answer.status}): is it in session_tokens?`)
    },
    async signOutAddress(returnTo) {
      try {
        const answer = await ask(`/self-service/logout/browser?${new URLSearchParams({ return_to: returnTo })}`)
        const body: unknown = answer.ok ? await answer.json() : undefined
        const address: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'logout_url') : undefined
        if (typeof address === 'string') return address
      } catch {
        // Scripts may not call: the page asks, and signs out.
      }
      return page('/logout', returnTo)
    },
    signInUrl: (returnTo, wish) => page('/login', returnTo, wish),
    accountUrl: (returnTo) => page('/settings', returnTo),
  }
}

/** A browser does not report to script why a call failed; most often another origin is not allowed to call. */
function reasonOf(error: unknown, origin: string): string {
  const said = error instanceof Error ? error.message : String(error)
  return `${origin} could not be asked (${said}). Is this origin in cors_origins?`
}
