import { ageOf } from './proof.ts'
import type { SignInWish } from './service.ts'
import type { Session, SessionState } from './session.ts'

/** A page's requirements on its visitor. */
export interface Demand {
  readonly aal?: 'aal2' | undefined
  readonly maxAge?: number | undefined
  readonly organization?: string | undefined
}

/** A page's decision about its visitor: `leave` goes to the account pages for `wish`, `wait` if nothing is known. */
export type Access =
  | { readonly kind: 'allowed' | 'forbidden' | 'unavailable' | 'wait' }
  | { readonly kind: 'leave'; readonly wish: SignInWish }

/** Decides whether the visitor meets a page's requirements, and what is missing. */
export function accessOf(state: SessionState, { aal, maxAge, organization }: Demand): Access {
  if (state.status === 'signed_in') return accessWith(state.session, { aal, maxAge, organization })
  if (state.status === 'signed_out') return { kind: 'leave', wish: {} }
  if (state.status === 'second_factor_required') return { kind: 'leave', wish: { aal: 'aal2' } }
  return { kind: state.status === 'unavailable' ? 'unavailable' : 'wait' }
}

function accessWith(session: Session, { aal, maxAge, organization }: Demand): Access {
  // No sign-in makes a person a member.
  if (organization !== undefined && session.identity.organization_id !== organization) return { kind: 'forbidden' }
  if (aal === 'aal2' && session.authenticator_assurance_level !== 'aal2') return { kind: 'leave', wish: { aal } }
  const isFresh = maxAge === undefined || ageOf(session) <= maxAge * 1_000
  return isFresh ? { kind: 'allowed' } : { kind: 'leave', wish: { refresh: true, aal } }
}
