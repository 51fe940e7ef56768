import type { Refusal } from '../../http/answer.ts'
import { csrfNode } from '../../nodes/node.ts'
import type { FlowContext } from '../flow-context.ts'
import { violation, csrfRefusal } from '../http/csrf.ts'
import { findTestLogin, isFlowId, type TestLoginFlow } from '../http/query.ts'
import { withSecret, type RequestContext } from '../http/request-context.ts'
import { readSubmission, type Fields } from '../http/submission.ts'
import { isExpired } from '../model/expiry.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { TestLoginReport } from '../model/test-login.ts'
import { flowPage } from '../presentation/present.ts'
import { sendRedirect } from '../steps/answer.ts'
import { pickStrategy } from '../steps/guards.ts'
import { followLogin } from './form.ts'

/**
 * Submits a test login, the dry run of a sign-in through one provider: redirects the browser to that provider. Returns
 * nothing if the request names no test login. The steps, hooks and events of a sign-in do not run.
 */
export async function submitTestLogin(context: FlowContext, request: RequestContext): Promise<Outcome | undefined> {
  const body = await request.route.body()
  const flow = await findTestLogin(context, request.query.get('flow'))
  if (!flow) return undefined
  const submission = await readSubmission(body, request.headers.get('content-type'))
  if (submission.kind === 'unreadable') return refused(flow, { code: 400, reason: submission.reason })
  const { fields } = submission
  const refusal = closedRefusal(flow, request.now) ?? foreignRefusal(flow, request, fields)
  if (refusal) return refused(flow, refusal)

  const { providerId } = flow.details.testLogin
  const pick = pickStrategy(context, flow, fields)
  const login = pick.kind === 'found' && pick.strategy.id === context.methodNames.oidc ? pick.strategy.login : undefined
  if (!login || fields['provider'] !== providerId) return refused(flow, takesNothingElse(providerId))
  const attempt = { flow, fields: { provider: providerId }, now: request.now, network: undefined, identity: undefined }
  const outcome = await login.submit(attempt)
  switch (outcome.kind) {
    case 'redirect':
      return sendRedirect(context, { flow, request }, outcome)
    case 'rejected': {
      const message = outcome.form?.[0]?.text ?? ''
      return captureTestLogin(context, request, flow, {
        error: { step: 'authorization', reason: 'unavailable', message },
      })
    }
    case 'refused':
      return refused(flow, outcome.refusal)
    case 'ask':
    case 'authenticated':
    case 'identified':
    case 'proved':
      throw new Error('a browser is sent to the provider before anything is proved')
    default:
      return outcome satisfies never
  }
}

/** Stores the report of a test login, readable only by the browser that ran it: the first one that returns. */
export async function captureTestLogin(
  context: FlowContext,
  request: RequestContext,
  flow: TestLoginFlow,
  report: TestLoginReport,
): Promise<Outcome> {
  const { secret, cookies } = withSecret(request, context.csrf)
  const captured = await context.transactions.write(async () => {
    const fresh = await findTestLogin(context, flow.id)
    if (!fresh || closedRefusal(fresh, request.now)) return undefined
    const { providerId } = fresh.details.testLogin
    const next = {
      ...fresh,
      state: followLogin(fresh.state, 'passed'),
      csrfHash: secret.hash,
      nodes: [csrfNode()],
      updatedAt: context.clock(),
      details: { ...fresh.details, testLogin: { providerId, report } },
    }
    await context.flows.update(next)
    return next
  })
  if (!captured) return refused(flow, closedRefusal(flow, request.now) ?? testLoginUsed)
  return { kind: 'location_change', native: false, location: flowPage(context.config, captured), cookies }
}

/** Answers `DELETE /self-service/login/test`: a result is deleted by the browser that may read it. */
export async function deleteTestLogin(
  context: Pick<FlowContext, 'flows' | 'transactions'>,
  request: RequestContext,
): Promise<Outcome> {
  const id = request.query.get('id')
  const refuse = (refusal: Refusal): Outcome => ({ kind: 'refused', native: true, refusal })
  if (!isFlowId(id)) return refuse({ code: 400, reason: 'The query parameter "id" is missing or malformed.' })
  const flow = await findTestLogin(context, id)
  if (!flow) return refuse({ code: 404 })
  const { headers, secret } = request
  const refusal = csrfRefusal({ headers, secret, boundTo: flow.csrfHash }, 'cookie')
  if (refusal) return refuse(refusal)
  await context.transactions.write(() => context.flows.delete(flow.id))
  return { kind: 'empty' }
}

/** Returns the refusal of a test login that was run already or has expired. */
function closedRefusal({ details, expiresAt }: TestLoginFlow, now: number): Refusal | undefined {
  if (details.testLogin.token === undefined) return testLoginUsed
  return isExpired({ expiresAt }, now) ? testLoginExpired : undefined
}

/**
 * Refuses a client without the flow's token: the flow is bound to no browser, so the token proves that it has read it.
 */
function foreignRefusal(flow: TestLoginFlow, { headers }: RequestContext, fields: Fields): Refusal | undefined {
  if (fields['csrf_token'] === flow.details.testLogin.token) return undefined
  return violation(headers, 'The field `csrf_token` has to be the one of the flow.')
}

const testLoginUsed: Refusal = { code: 400, reason: 'This test login was run already. Create a new one.' }
const testLoginExpired: Refusal = {
  code: 410,
  id: 'self_service_flow_expired',
  reason: 'This test login has expired. Create a new one.',
  message: 'the flow has expired',
}

function takesNothingElse(provider: string): Refusal {
  return { code: 400, reason: `A test login signs nobody in: it takes the provider ${JSON.stringify(provider)} alone.` }
}
