'use client'

import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useProvided } from './provider.tsx'
import type { SignInWish } from './service.ts'
import type { Session, SessionState } from './session.ts'

/** The known state of the session, and the actions on it. */
export type SessionHook = SessionState & {
  /** Absent: not signed in, or not known. */
  readonly session: Session | undefined
  /** Asks the service again. */
  readonly refresh: () => Promise<void>
  /** The address of the sign-in, to come back to `returnTo`: this page, unless another one is named. */
  readonly signInUrl: (returnTo?: string, wish?: SignInWish) => string
  /** The address of the account's settings, to come back here. */
  readonly accountUrl: (returnTo?: string) => string
  /** Signs out, and comes back to `returnTo`: this page, unless another one is named. The page goes away. */
  readonly signOut: (returnTo?: string) => Promise<void>
  /** A JSON Web Token for a service behind the application (`session_tokens`); nothing without a session. */
  readonly getToken: (name: string) => Promise<string | undefined>
}

/** The session of this page's visitor. */
export function useSession(): SessionHook {
  const { service, store } = useProvided()
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  const refresh = useCallback(() => store.refresh(), [store])
  const actions = useMemo(
    () => ({
      signInUrl: (returnTo?: string, wish?: SignInWish) => service.signInUrl(returnTo ?? here(), wish),
      accountUrl: (returnTo?: string) => service.accountUrl(returnTo ?? here()),
      signOut: async (returnTo?: string) => location.assign(await service.signOutAddress(returnTo ?? here())),
      getToken: (name: string) => store.token(name),
    }),
    [service, store],
  )
  const session = state.status === 'signed_in' ? state.session : undefined
  return useMemo(() => ({ ...state, ...actions, session, refresh }) as SessionHook, [state, actions, session, refresh])
}

/** Returns the address of this page; on a server none is known, and the account pages redirect to their default. */
function here(): string {
  return typeof location === 'undefined' ? '' : location.href
}
