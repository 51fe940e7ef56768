import type { ContinueWith } from '@gatehouse/contract/flows'
import { publicPaths } from '@gatehouse/contract/http'
import type { Notice, Outcome, Situation, Step } from './outcome.ts'
import { nextStop } from './continue-with.server.ts'
import { pageOf, toDestination } from '../../request/destination.server.ts'

/** The error page, with the service's statement. */
export function refuse({ envelope, status }: Situation): Outcome<never> {
  return { kind: 'refuse', envelope, status }
}

/** A new flow in place of the lost one. */
export function restart(notice: Notice): Step {
  return ({ status }) => ({ kind: 'restart', notice, status })
}

/** A new flow, because this browser's cookie does not fit the old one: it was replaced meanwhile, or is never sent. */
export function restartUnbound({ status, sentCookies }: Situation): Outcome<never> {
  return { kind: 'restart', notice: sentCookies ? 'cookies_changed' : 'cookies_blocked', status }
}

/** Continues at the visitor's target, or returns to the application: nothing is left to do here. */
export function goOn(situation: Situation): Outcome<never> {
  const { url, publicOrigin, envelope, phase } = situation
  const challenge = url.searchParams.get('login_challenge')
  if (challenge === null) return { kind: 'leave' }
  if (envelope.redirect_browser_to !== undefined) {
    return { kind: 'go', ...toDestination(envelope.redirect_browser_to, publicOrigin) }
  }
  const query = new URLSearchParams({ login_challenge: challenge })
  if (phase !== 'create') return { kind: 'go', to: `/login?${query}`, document: false }
  // Ory Kratos tells only browsers the address at which an application learns that the person is signed in already.
  return { kind: 'go', to: `${publicPaths.flowBrowser('login')}?${query}`, document: true }
}

/** Ory Kratos 1.3 answers scripts `null` if it has nothing to ask for an application. */
export function goOnForClient(situation: Situation): Outcome<never> {
  return situation.url.searchParams.has('login_challenge') ? goOn(situation) : refuse(situation)
}

/** Redirects to the service's target: a second factor, a fresh sign-in, a provider. The way back returns here. */
export function redirectToConfirm(situation: Situation): Outcome<never> {
  const { envelope, publicOrigin, url } = situation
  const wanted = envelope.redirect_browser_to ?? detailText(situation, 'redirect_browser_to')
  if (wanted === undefined) return refuse(situation)
  const target = new URL(wanted, publicOrigin)
  // After the second factor a finished sign-in continues to its own target, not back to the sign-in.
  const back = situation.kind === 'login' ? url.searchParams.get('return_to') : pageOf(url, publicOrigin)
  const isSignIn = target.origin === publicOrigin && target.pathname === '/self-service/login/browser'
  if (isSignIn && back !== null && !target.searchParams.has('return_to')) target.searchParams.set('return_to', back)
  return { kind: 'go', ...toDestination(target.href, publicOrigin) }
}

/** The page needs a signed-in person. A refused sign-in is no reason to sign in: that account is switched off. */
export function signInFirst(situation: Situation): Outcome<never> {
  const { kind, phase, url, publicOrigin, status } = situation
  if (kind === 'login' && phase === 'submit') return { kind: 'restart', notice: 'account_inactive', status }
  const back = kind === 'login' ? url.searchParams.get('return_to') : pageOf(url, publicOrigin)
  const query = back === null ? '' : `?${new URLSearchParams({ return_to: back })}`
  return { kind: 'go', to: `/login${query}`, document: false }
}

/** Continues to the address that the error itself contains. */
export function redirectToContinue(situation: Situation): Outcome<never> {
  const items = situation.envelope.error.details?.['continue_with']
  const stop = nextStop(parseContinueWith(items), situation.publicOrigin)
  return stop === undefined ? refuse(situation) : { kind: 'go', ...stop }
}

/** Takes the flow that the service created in place of an old one, or a new one if there is none. */
export function takeReplacement(situation: Situation): Outcome<never> {
  return replaceOr('expired')(situation)
}

/** Takes the flow that the service created to replace the expired one; without one, a new flow with this notice. */
export function replaceOr(notice: Notice): Step {
  return ({ envelope, status }) => {
    if (envelope.use_flow_id !== undefined) return { kind: 'replace', flowId: envelope.use_flow_id, status }
    const items = parseContinueWith(envelope.error.details?.['continue_with'])
    const recovery = items.find((item) => item.action === 'show_recovery_ui')
    if (recovery !== undefined) return { kind: 'replace', flowId: recovery.flow.id, status }
    return { kind: 'restart', notice, status }
  }
}

function detailText({ envelope }: Situation, name: string): string | undefined {
  const value = envelope.error.details?.[name]
  return typeof value === 'string' ? value : undefined
}

function parseContinueWith(value: unknown): readonly ContinueWith[] {
  return Array.isArray(value) ? (value as readonly ContinueWith[]) : []
}
