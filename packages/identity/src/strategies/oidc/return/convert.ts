import { visitorNetwork } from '../../../limits/visitor-network.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'
import type { CsrfSecret } from '../../../flows/http/csrf.ts'
import type { FlowDetails, StoredFlow } from '../../../flows/model/flow.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { openLogin } from '../../../flows/login/form.ts'
import { openRegistration } from '../../../flows/registration/form.ts'
import { secretFor } from '../../../flows/http/request-context.ts'
import { carriedDetails } from '../../../flows/steps/carried-details.ts'

/** Converts the attempt to a sign-in: a person who signs up may have an account without knowing it. */
export async function asLogin(context: FlowContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.flow.kind === 'login') return attempt
  const { start, details } = commonOf(context, attempt)
  const flow = await openLogin(context, {
    ...start,
    details,
    aal: 'aal1',
    refresh: false,
    identity: undefined,
    network: visitorNetwork(attempt.request.headers),
  })
  return { ...attempt, flow }
}

/** Converts the attempt to a sign-up. */
export async function asRegistration(context: FlowContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.flow.kind === 'registration') return attempt
  const { start, details } = commonOf(context, attempt)
  return { ...attempt, flow: await openRegistration(context, { ...start, details }) }
}

/** Returns the data that the new flow takes over. */
function commonOf(
  context: Pick<FlowContext, 'csrf'>,
  { flow, request }: Attempt,
): { readonly start: ReturnType<typeof startOf>; readonly details: FlowDetails } {
  return {
    start: startOf(flow, request.now, secretFor(flow.type, request, context.csrf).secret),
    details: carriedDetails(flow.details),
  }
}

function startOf({ type, requestUrl, returnTo }: StoredFlow, now: number, secret: CsrfSecret | undefined) {
  return { type, requestUrl, returnTo, secret, now }
}
