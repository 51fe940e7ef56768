'use client'

import { useEffect, type ReactNode } from 'react'
import { accessOf } from './access.ts'
import { noteLeaving, noteProof } from './proof.ts'
import { useSession } from './use-session.ts'

export interface GateProps {
  readonly children?: ReactNode
}

/** Draws its children for a signed-in person. */
export function SignedIn({ children }: GateProps) {
  return useSession().status === 'signed_in' ? children : null
}

/** Draws its children for a visitor who is not signed in. */
export function SignedOut({ children }: GateProps) {
  const { status } = useSession()
  return status === 'signed_out' || status === 'second_factor_required' ? children : null
}

export interface ProtectedProps {
  /** Two factors in this session. */
  readonly aal?: 'aal2' | undefined
  /** The longest time since the last confirmation of the sign-in, in seconds. */
  readonly maxAge?: number | undefined
  /** Id of the organization whose members alone have access. */
  readonly organization?: string | undefined
  /** Drawn while the service is asked, and during the redirect to the sign-in. */
  readonly fallback?: ReactNode
  /** Drawn for a signed-in person who is not a member. */
  readonly forbidden?: ReactNode
  /** Drawn if the service cannot be reached. */
  readonly unavailable?: ReactNode
  readonly children?: ReactNode
}

/**
 * Draws its children for a person who is signed in and meets the requirements; anybody else is redirected to sign in,
 * or to give a second factor, and comes back. The content here is no secret to readers of the script: the server that
 * delivers data has to protect it.
 */
export function Protected({
  aal,
  maxAge,
  organization,
  fallback = null,
  forbidden = <p>You have no access to this page.</p>,
  unavailable = <p>Signing in is not possible right now. Please try again in a minute.</p>,
  children,
}: ProtectedProps) {
  const state = useSession()
  const { session, signInUrl } = state
  const access = accessOf(state, { aal, maxAge, organization })
  const wish = access.kind === 'leave' ? access.wish : undefined
  useEffect(() => {
    if (session !== undefined && access.kind === 'allowed') noteProof(session)
    if (wish === undefined) return
    if (session !== undefined && wish.refresh === true) noteLeaving(session)
    location.assign(signInUrl(undefined, wish))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a wish is the same while it says the same
  }, [access.kind, JSON.stringify(wish), signInUrl])
  if (access.kind === 'allowed') return children
  if (access.kind === 'forbidden') return forbidden
  return access.kind === 'unavailable' ? unavailable : fallback
}
