'use client'

import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'
import { createService, type Service } from './service.ts'
import type { Session } from './session.ts'
import { createSessionStore, type SessionStore } from './store.ts'

export interface SessionProviderProps {
  /** Origin of the account pages as browsers see it, such as `https://account.example.org`. */
  readonly url: string
  /**
   * The session that a server has read, or `null` without one. The first paint then knows it, and the service is not
   * asked before the page gets the focus again. Absent: the service is asked once the page runs.
   */
  readonly initialSession?: Session | null | undefined
  readonly children?: ReactNode
}

interface Provided {
  readonly service: Service
  readonly store: SessionStore
}

const SessionContext = createContext<Provided | undefined>(undefined)

/** Knows the session for everything inside. Once, around the application. */
export function SessionProvider({ url, initialSession, children }: SessionProviderProps) {
  // A server that renders again after a sign-in gives another session: it counts.
  const key = initialSession === undefined ? 'unknown' : (initialSession?.id ?? 'signed_out')
  const provided = useMemo(() => {
    const service = createService(url)
    return { service, store: createSessionStore(service, initialSession) }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the session
  }, [url, key])
  useEffect(() => {
    if (provided.store.state().status === 'loading') void provided.store.refresh()
  }, [provided])
  return <SessionContext.Provider value={provided}>{children}</SessionContext.Provider>
}

/** The service and the session of the nearest provider. Throws outside of one. */
export function useProvided(): Provided {
  const provided = useContext(SessionContext)
  if (provided === undefined) throw new Error('useSession needs a <SessionProvider> around it')
  return provided
}
