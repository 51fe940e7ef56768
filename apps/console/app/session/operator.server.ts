import { type Session, personName, type Identity } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { identityRefused } from '../failure/fail.server.ts'
import { reach } from '../failure/reach.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { sessionTokenOf } from './session-cookie.server.ts'

/** A person who is signed in to the console. The control plane decides their permissions. */
export interface Operator {
  readonly identityId: string
  /** A name or an address, for people to read. */
  readonly name: string
  readonly email: string
  /** Whether this session has seen a second factor. */
  readonly secondFactor: boolean
}

/** The identity service's statement about the session that a request carries. */
export type SignInState =
  | { readonly kind: 'signed_out' }
  /** The identity service itself wants a second factor before it says who this is. */
  | { readonly kind: 'second_factor_owed' }
  | { readonly kind: 'signed_in'; readonly operator: Operator }

const asked = new WeakMap<ConsoleRequest, Promise<SignInState>>()

/** Asks the identity service who sent a request; once for each. Rejects with the page for its absence. */
export function signInStateOf(page: ConsoleRequest): Promise<SignInState> {
  const present = asked.get(page)
  if (present !== undefined) return present
  const state = readSignInState(page)
  asked.set(page, state)
  return state
}

/** Checks that a session still is as it was when a request began: for answers that take minutes. */
export async function isStillSignedIn(page: ConsoleRequest): Promise<boolean> {
  const before = await signInStateOf(page)
  if (before.kind !== 'signed_in') return false
  const now = await readSignInState(page)
  return now.kind === 'signed_in' && now.operator.identityId === before.operator.identityId
}

/** Returns the operator of a request; throws a redirect to the sign-in page, and back here. */
export async function requireOperator(page: ConsoleRequest): Promise<Operator> {
  const state = await signInStateOf(page)
  switch (state.kind) {
    case 'signed_in':
      return state.operator
    case 'signed_out':
      throw redirect(signInAddress({ returnTo: page.here }))
    case 'second_factor_owed':
      throw redirect(signInAddress({ returnTo: page.here, secondFactor: true }))
  }
  state satisfies never
  throw new TypeError('an unknown state')
}

/** Returns the address of the sign-in page that returns to a path of the console. */
export function signInAddress(wish: { readonly returnTo: string; readonly secondFactor?: boolean }): string {
  const query = new URLSearchParams()
  if (wish.secondFactor === true) query.set('aal', 'aal2')
  if (wish.returnTo !== '/') query.set('return_to', wish.returnTo)
  return query.size === 0 ? '/sign-in' : `/sign-in?${query}`
}

async function readSignInState(page: ConsoleRequest): Promise<SignInState> {
  const sessionToken = sessionTokenOf(page)
  if (sessionToken === undefined) return { kind: 'signed_out' }
  const { forward } = page
  const answer = await reach(page, () => page.client.toSession({}, { sessionToken, forward }))
  if (answer.kind === 'ok') return signInStateIn(answer.body)
  if (answer.kind !== 'error') throw new TypeError(`Asking for a session was answered with a ${answer.kind}`)
  if (answer.envelope.error.id === 'session_aal2_required') return { kind: 'second_factor_owed' }
  if (answer.status === 401) return { kind: 'signed_out' }
  throw identityRefused(page, answer)
}

function signInStateIn({ identity, active, authenticator_assurance_level: level }: Session): SignInState {
  if (identity === null || !active) return { kind: 'signed_out' }
  const operator = { identityId: identity.id, ...personOf(identity), secondFactor: level === 'aal2' }
  return { kind: 'signed_in', operator }
}

/** Returns the name of an account's owner, and the address that invitations are sent to. */
function personOf(identity: Identity): { readonly name: string; readonly email: string } {
  const address = identity.verifiable_addresses?.find(({ via }) => via === 'email')?.value
  const trait = identity.traits['email']
  return { name: personName(identity), email: address ?? (typeof trait === 'string' ? trait : '') }
}
