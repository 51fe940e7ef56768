import type { LoginFlow } from '@gatehouse/contract/flows'
import { data, redirect } from 'react-router'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { ownPath } from '@gatehouse/contract/http'
import type { DrawnFlow } from '../../session/drawn-flow.ts'
import { hasError } from '../../session/flow-errors.ts'
import { type FlowStep, openFlow, submitFlow } from '../../session/native-flow.server.ts'
import { signInAddress, signInStateOf } from '../../session/operator.server.ts'
import { forgetSession, keepSession } from '../../session/session-cookie.server.ts'

/** The parameters of the page's address. */
interface Wish {
  readonly returnTo: string
  readonly secondFactor: boolean
  readonly flow: string | undefined
}

type Drawn = DrawnFlow<'login'> & { readonly expired: boolean }

/** Returns the page's form: a new one, or that of the address. Throws a redirect if there is nothing to ask. */
export async function beginSignIn(page: ConsoleRequest, url: URL): Promise<Drawn> {
  const wish = wishOf(page, url)
  const state = await signInStateOf(page)
  if (state.kind === 'signed_in' && (!wish.secondFactor || state.operator.secondFactor)) {
    throw redirect(wish.returnTo)
  }
  if (state.kind === 'signed_out' && wish.secondFactor) throw redirect(signInAddress({ returnTo: wish.returnTo }))
  const step = await openFlow(page, { kind: 'login', id: wish.flow, secondFactor: wish.secondFactor })
  if (step.kind === 'draw') return drawn(step.flow, wish, url.searchParams.has('expired'))
  throw wayOn(page, step, wish)
}

/** Takes the page's form: returns the page with its faults, or the redirect. */
export async function finishSignIn(page: ConsoleRequest, url: URL, body: URLSearchParams) {
  const wish = wishOf(page, url)
  const step = await submitFlow(page, { kind: 'login', id: wish.flow, secondFactor: wish.secondFactor }, body)
  if (step.kind !== 'draw') return wayOn(page, step, wish)
  return data(drawn(step.flow, wish, false), hasError(step.flow) ? 400 : 200)
}

function wishOf({ publicOrigin }: ConsoleRequest, { searchParams }: URL): Wish {
  return {
    returnTo: ownPath(searchParams.get('return_to'), publicOrigin),
    secondFactor: searchParams.get('aal') === 'aal2',
    flow: searchParams.get('flow') ?? undefined,
  }
}

function wayOn(page: ConsoleRequest, step: Exclude<FlowStep<'login'>, { kind: 'draw' }>, wish: Wish): Response {
  switch (step.kind) {
    case 'done': {
      const { session, session_token: token } = step.result
      // A second factor may upgrade the current session without a new token.
      if (token !== undefined) keepSession(page, token, session.expires_at)
      return redirect(wish.returnTo, 303)
    }
    case 'needless':
      return redirect(wish.returnTo, 303)
    case 'gone': {
      const again = new URL(signInAddress(wish), page.publicOrigin)
      again.searchParams.set('expired', '')
      return redirect(`${again.pathname}${again.search}`, 303)
    }
    case 'signed_out':
      forgetSession(page)
      return redirect(signInAddress({ returnTo: wish.returnTo }), 303)
  }
  step satisfies never
  throw new TypeError('unknown step')
}

function drawn(flow: LoginFlow, wish: Wish, expired: boolean): Drawn {
  const query = new URLSearchParams({ flow: flow.id })
  if (wish.secondFactor) query.set('aal', 'aal2')
  if (wish.returnTo !== '/') query.set('return_to', wish.returnTo)
  return { flow, action: `/sign-in?${query}`, expired }
}
