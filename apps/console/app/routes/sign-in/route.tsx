import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isInputNode, type LoginFlow } from '@gatehouse/contract/flows'
import { ownPath } from '@gatehouse/contract/http'
import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { GatePage } from '../../layout/gate-page.tsx'
import { SignOut } from '../../layout/sign-out.tsx'
import { useRootData } from '../../page/root-data.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import type { DrawnFlow } from '../../session/drawn-flow.ts'
import { hasError } from '../../session/flow-errors.ts'
import { FlowView } from '../../session/flow-view.tsx'
import { type FlowStep, openFlow, submitFlow } from '../../session/native-flow.server.ts'
import { signInAddress, signInStateOf } from '../../session/operator.server.ts'
import { forgetSession, keepSession } from '../../session/session-cookie.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return { ...(await beginSignIn(page, url)), accountUrl: page.accountUrl }
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  return finishSignIn(consoleRequestOf(context), url, new URLSearchParams(await request.text()))
}

/** A submit draws its own answer; asking for a new flow beside it would be in vain. */
export function shouldRevalidate() {
  return false
}

/** Signing in, the code that was sent, and the second factor. */
export default function SignIn() {
  const t = useText('console')
  const brand = useRootData()?.brand
  const begun = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const drawn = answered ?? begun
  const { flow } = drawn
  const step = flow.requested_aal === 'aal2' ? 'aal2.' : flow.state === 'sent_email' ? 'code.' : ''
  const hasWay = flow.ui.nodes.some((node) => isInputNode(node) && node.attributes.type !== 'hidden')
  const forgot = <a href={`${begun.accountUrl}/recovery`}>{t('sign_in.forgot')}</a>
  return (
    <GatePage
      title={t(`sign_in.${step}title`)}
      intro={step === 'code.' ? undefined : t(`sign_in.${step}lead`, { brand })}
    >
      {drawn.expired && <Alert kind="info">{t('sign_in.expired')}</Alert>}
      {hasWay ? (
        <FlowView
          kind="login"
          drawn={drawn}
          fieldEnd={(node) => node.attributes.name === 'password' && step === '' && forgot}
        />
      ) : (
        <>
          <p>{t(step === 'aal2.' ? 'sign_in.aal2.none' : 'sign_in.no_way')}</p>
          {step === 'aal2.' && (
            <ButtonLink href={`${begun.accountUrl}/settings`} variant="primary">
              {t('sign_in.aal2.set_up')}
            </ButtonLink>
          )}
        </>
      )}
      {step !== '' && <SignOut label={t('sign_in.other')} />}
    </GatePage>
  )
}

/** The parameters of the page's address. */
interface Wish {
  readonly returnTo: string
  readonly secondFactor: boolean
  readonly flow: string | undefined
}

type Drawn = DrawnFlow<'login'> & { readonly expired: boolean }

/** Returns the page's form: a new one, or that of the address. Throws a redirect if there is nothing to ask. */
async function beginSignIn(page: ConsoleRequest, url: URL): Promise<Drawn> {
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
async function finishSignIn(page: ConsoleRequest, url: URL, body: URLSearchParams) {
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
