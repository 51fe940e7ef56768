import type { Service } from './service.ts'
import type { Session, SessionState } from './session.ts'

/** The session of this page, kept up to date while the page is visible. */
export interface SessionStore {
  readonly state: () => SessionState
  /** Asks the service again; calls at the same time are one. */
  readonly refresh: () => Promise<void>
  /** Calls `changed` after every change. While subscribed, focus and the session's end ask the service again. */
  readonly subscribe: (changed: () => void) => () => void
  /** A token that is still good for half a minute; the same one as long as it is. */
  token(name: string): Promise<string | undefined>
}

/** Coming back to a page within this time asks nothing. */
const restMs = 5_000
/** A session that is over by the browser's clock alone, which may be fast, is asked for this often. */
const overdueMs = 60_000
/** A service that could not be reached is asked again after this time. */
const againMs = 5_000
/** Timers of browsers hold no longer delay. */
const longestMs = 2_147_483_647

/** `initial`: the session that a server has read; `undefined`: the service was not asked yet. */
export function createSessionStore(service: Service, initial: Session | null | undefined): SessionStore {
  let state = stateOf(initial)
  let asked = initial === undefined ? 0 : Date.now()
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const tokens = new Map<string, { readonly token: string; readonly until: number }>()

  function settle(next: SessionState) {
    // A service that cannot be reached ends no session: the known one counts until it is over.
    const keeps = next.status === 'unavailable' && state.status === 'signed_in' && endOf(state.session) > Date.now()
    if (!keeps) {
      if (idOf(next) !== idOf(state)) tokens.clear()
      if (JSON.stringify(next) !== JSON.stringify(state)) state = next
    }
    watchEnd()
    for (const changed of listeners) changed()
  }

  function refresh(): Promise<void> {
    running ??= service.read().then((next) => {
      running = undefined
      asked = Date.now()
      settle(next)
    })
    return running
  }

  function watchEnd() {
    clearTimeout(timer)
    if (listeners.size === 0) return
    // Nothing of the page can be drawn before the service answers; it may only be busy, or start again.
    if (state.status === 'unavailable') timer = setTimeout(() => void refresh(), againMs)
    if (state.status !== 'signed_in') return
    const untilEndMs = endOf(state.session) - Date.now()
    const waitMs = untilEndMs > 0 ? untilEndMs + 500 : overdueMs
    timer = setTimeout(() => void refresh(), Math.min(waitMs, longestMs))
  }

  const seen = () => {
    if (document.visibilityState === 'visible' && Date.now() - asked > restMs) void refresh()
  }

  return {
    state: () => state,
    refresh,
    subscribe(changed) {
      if (listeners.size === 0) {
        addEventListener('focus', seen)
        // Back from the account pages, out of the browser's memory.
        addEventListener('pageshow', seen)
        document.addEventListener('visibilitychange', seen)
      }
      listeners.add(changed)
      watchEnd()
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearTimeout(timer)
        removeEventListener('focus', seen)
        removeEventListener('pageshow', seen)
        document.removeEventListener('visibilitychange', seen)
      }
    },
    async token(name) {
      const kept = tokens.get(name)
      if (kept !== undefined && kept.until > Date.now()) return kept.token
      const token = await service.token(name)
      if (token === undefined) void refresh()
      else tokens.set(name, { token, until: endOfToken(token) - 30_000 })
      return token
    },
  }
}

function stateOf(initial: Session | null | undefined): SessionState {
  if (initial === undefined) return { status: 'loading' }
  return initial === null ? { status: 'signed_out' } : { status: 'signed_in', session: initial }
}

function idOf(state: SessionState): string {
  return state.status === 'signed_in' ? state.session.id : state.status
}

function endOf({ expires_at }: Session): number {
  const end = Date.parse(expires_at)
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end
}

/** Returns `exp` in Unix milliseconds; 0 if it cannot be read. */
function endOfToken(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    const exp: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined
    return typeof exp === 'number' ? exp * 1_000 : 0
  } catch {
    return 0
  }
}
