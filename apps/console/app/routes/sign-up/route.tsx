import { Aside } from '@gatehouse/design/content'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useRootData } from '../../page/root-data.ts'
import { proofAddress } from '../../session/prove-address.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { ownPath } from '@gatehouse/contract/http'
import type { DrawnFlow } from '../../session/drawn-flow.ts'
import { FlowView } from '../../session/flow-view.tsx'
import { type FlowStep, openFlow, submitFlow } from '../../session/native-flow.server.ts'
import { signInAddress } from '../../session/operator.server.ts'
import { keepSession } from '../../session/session-cookie.server.ts'
import { useText } from '../../text/texts.tsx'

type Drawn = DrawnFlow<'registration'> & { readonly signIn: string }

export async function loader({ context, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const id = url.searchParams.get('flow') ?? undefined
  const step = await openFlow(page, { kind: 'registration', id, secondFactor: false })
  if (step.kind !== 'draw') throw wayOn(page, step, url)
  return drawn(step.flow, returnTo(page, url))
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const id = url.searchParams.get('flow') ?? undefined
  const body = new URLSearchParams(await request.text())
  const step = await submitFlow(page, { kind: 'registration', id, secondFactor: false }, body)
  if (step.kind !== 'draw') return wayOn(page, step, url)
  return data(drawn(step.flow, returnTo(page, url)), 400)
}

export function shouldRevalidate() {
  return false
}

function returnTo({ publicOrigin }: ConsoleRequest, { searchParams }: URL): string {
  return ownPath(searchParams.get('return_to'), publicOrigin)
}

function drawn(flow: Drawn['flow'], back: string): Drawn {
  const query = new URLSearchParams({ flow: flow.id, return_to: back })
  return { flow, action: `/sign-up?${query}`, signIn: signInAddress({ returnTo: back }) }
}

// A service that gives no session to a new account wants it verified first; signing in says how.
function wayOn(page: ConsoleRequest, step: Exclude<FlowStep<'registration'>, { kind: 'draw' }>, url: URL): Response {
  const back = returnTo(page, url)
  if (step.kind === 'gone') return redirect(`/sign-up?${new URLSearchParams({ return_to: back })}`, 303)
  if (step.kind !== 'done') return redirect(signInAddress({ returnTo: back }), 303)
  const { session, session_token: token, continue_with: next } = step.result
  if (token === undefined) return redirect(signInAddress({ returnTo: back }), 303)
  keepSession(page, token, session?.expires_at)
  // An invitation needs a proved address: the code for that has just been mailed.
  const proof = next?.find((one) => one.action === 'show_verification_ui')
  const isInvited = back.startsWith('/invitation/')
  return redirect(isInvited && proof ? proofAddress(proof.flow.id, back) : back, 303)
}

/** Makes an account, for people who come by a set-up link or an invitation. */
export default function SignUp() {
  const t = useText('console')
  const brand = useRootData()?.brand
  const begun = useLoaderData<typeof loader>()
  const now = useActionData<typeof action>() ?? begun
  return (
    <GatePage title={t('sign_up.title')} intro={t('sign_up.lead', { brand })}>
      <FlowView kind="registration" drawn={now} />
      <Aside>
        {t('sign_up.known')} <PageLink href={begun.signIn}>{t('set_up.sign_in')}</PageLink>
      </Aside>
    </GatePage>
  )
}
