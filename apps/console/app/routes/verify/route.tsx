import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { ownPath } from '@gatehouse/contract/http'
import { notFound } from '../../failure/fail.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { proofAddress } from '../../session/prove-address.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import type { DrawnFlow } from '../../session/drawn-flow.ts'
import { hasError } from '../../session/flow-errors.ts'
import { FlowView } from '../../session/flow-view.tsx'
import { type FlowStep, openFlow, submitFlow } from '../../session/native-flow.server.ts'
import { useText } from '../../text/texts.tsx'

type Drawn = DrawnFlow<'verification'>

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { page, id, returnTo } = wishOf(context, url)
  const step = await openFlow(page, { kind: 'verification', id, secondFactor: false })
  if (step.kind === 'draw' && step.flow.state !== 'passed_challenge') return drawn(step.flow, returnTo)
  throw redirect(returnTo)
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const { page, id, returnTo } = wishOf(context, url)
  const body = new URLSearchParams(await request.text())
  return answerOf(page, await submitFlow(page, { kind: 'verification', id, secondFactor: false }, body), returnTo)
}

/** A submit draws its own answer. */
export function shouldRevalidate() {
  return false
}

function wishOf(context: LoaderFunctionArgs['context'], { searchParams }: URL) {
  const page = consoleRequestOf(context)
  const id = searchParams.get('flow') ?? ''
  if (id === '') throw notFound(page)
  return { page, id, returnTo: ownPath(searchParams.get('return_to'), page.publicOrigin) }
}

async function answerOf(page: ConsoleRequest, step: FlowStep<'verification'>, returnTo: string) {
  switch (step.kind) {
    case 'draw':
      return data(drawn(step.flow, returnTo), 400)
    case 'done': {
      if (step.result.state === 'passed_challenge') return redirect(returnTo, 303)
      const again = await openFlow(page, { kind: 'verification', id: step.result.id, secondFactor: false })
      // A wrong code is answered by the service with 200, and said in the flow.
      if (again.kind === 'draw') return data(drawn(again.flow, returnTo), hasError(again.flow) ? 400 : 200)
      return redirect(returnTo, 303)
    }
    case 'gone':
    case 'needless':
    case 'signed_out':
      // The page that asked for the proof names the next step.
      return redirect(returnTo, 303)
  }
  step satisfies never
  throw new TypeError('an unknown step')
}

function drawn(flow: Drawn['flow'], returnTo: string): Drawn {
  return { flow, action: proofAddress(flow.id, returnTo) }
}

/** Takes the code that was mailed to an address, and returns to the page before. */
export default function Verify() {
  const t = useText('console')
  const begun = useLoaderData<typeof loader>()
  const now = useActionData<typeof action>() ?? begun
  return (
    <GatePage title={t('verify.title')}>
      <FlowView kind="verification" drawn={now} />
    </GatePage>
  )
}
