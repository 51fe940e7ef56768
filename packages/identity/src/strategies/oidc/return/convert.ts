import { sameRequest } from '../../../flows/oauth2/carried-request.ts'
import { visitorNetwork } from '../../../limits/visitor-network.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'
import type { CsrfSecret } from '../../../flows/http/csrf.ts'
import type { FlowDetails, StoredFlow } from '../../../flows/model/flow.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { openLogin } from '../../../flows/login/form.ts'
import { openRegistration } from '../../../flows/registration/form.ts'
import { secretFor } from '../../../flows/http/request-context.ts'
import { sameOrganization } from '../../../flows/organization/named.ts'

/** Converts the attempt to a sign-in: a person who signs up may have an account without knowing it. */
export async function asLogin(context: FlowContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.flow.kind === 'login') return attempt
  const { identitySchema } = attempt.flow.details
  const { start, details } = commonOf(context, attempt)
  const flow = await openLogin(context, {
    ...start,
    details,
    aal: 'aal1',
    refresh: false,
    identity: undefined,
    network: visitorNetwork(attempt.request.headers),
    ...(identitySchema !== undefined && { identitySchema }),
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
  const { identitySchema, exchangeHash } = flow.details
  return {
    start: startOf(flow, request.now, secretFor(flow.type, request, context.csrf).secret),
    details: {
      ...(identitySchema !== undefined && { identitySchema }),
      ...sameRequest(flow.details),
      ...(exchangeHash !== undefined && { exchangeHash }),
      ...sameOrganization(flow.details),
    },
  }
}

function startOf({ type, requestUrl, returnTo }: StoredFlow, now: number, secret: CsrfSecret | undefined) {
  return { type, requestUrl, returnTo, secret, now }
}
