import { RefusalError, jsonAnswer } from '../../http/answer.ts'
import type { Route, RouteContext } from '../../http/route.ts'
import { parseDuration } from '../../configuration/duration.ts'
import { adminRecoveryNodes } from '../../strategies/code/recovery.ts'
import { recoveryCodeSent } from '../../messages/recovery.ts'
import { timestamp } from '../../identities/present.ts'
import { createFlowContext } from '../context.ts'
import type { FlowContext, FlowDependencies } from '../context.ts'
import { newFlow } from '../create.ts'
import { flowPage, publicUrl } from '../present.ts'
import { readSubmission, textField } from '../submission.ts'
import type { Fields } from '../submission.ts'

/** What an administrator asks for. */
interface AdminRecoveryRequest {
  readonly identityId: string
  readonly lifespanMs: number
  readonly type: 'browser' | 'api'
}

/** Answers `POST /admin/recovery/code`: a code and the page to hand it in. No message is sent. */
export function createAdminRecovery(dependencies: FlowDependencies): Route['handle'] {
  const context = createFlowContext(dependencies)
  return async (route: RouteContext) => {
    const { enabled, use } = context.config.selfservice.flows.recovery
    if (!enabled) throw new RefusalError({ code: 400, reason: 'Recovery is switched off in the configuration.' })
    if (use !== 'code' || !context.config.selfservice.methods.code.enabled) {
      throw new RefusalError({ code: 404, reason: 'Recovery by code is switched off in the configuration.' })
    }
    const submission = await readSubmission(await route.body(), 'application/json')
    if (submission.kind === 'unreadable') throw new RefusalError({ code: 400, reason: submission.reason })
    return jsonAnswer(201, create(context, parse(context, submission.fields), route.now))
  }
}

const known = ['identity_id', 'expires_in', 'flow_type']

function parse({ config }: FlowContext, fields: Fields): AdminRecoveryRequest {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new RefusalError({ code: 400, reason: `The field "${unknown}" is not known here.` })
  const identityId = textField(fields, 'identity_id')
  if (identityId.kind !== 'text')
    throw new RefusalError({ code: 400, reason: 'The field "identity_id" has to be a text.' })
  const flowType = fields['flow_type'] ?? 'browser'
  if (flowType !== 'browser' && flowType !== 'api') {
    throw new RefusalError({ code: 400, reason: 'The field "flow_type" has to be "browser" or "api".' })
  }
  const expiresIn = textField(fields, 'expires_in')
  const lifespanMs =
    expiresIn.kind === 'missing'
      ? config.selfservice.methods.code.lifespanMs
      : parseDuration(expiresIn.kind === 'text' ? expiresIn.value : '')
  if (lifespanMs === undefined || lifespanMs <= 0) {
    throw new RefusalError({ code: 400, reason: 'The field "expires_in" has to be a duration such as "1h" or "30m".' })
  }
  return { identityId: identityId.value, lifespanMs, type: flowType }
}

function create(context: FlowContext, request: AdminRecoveryRequest, now: number) {
  const identity = context.identities.find(request.identityId)
  if (!identity) throw new RefusalError({ code: 404, reason: 'There is no identity with this id.' })
  const { config, codes, flows, transactions } = context
  // Whoever has the code opens the flow in a browser of their own, so it is bound to none.
  const flow = newFlow(context, {
    kind: 'recovery',
    type: request.type,
    state: 'sent_email',
    active: 'code',
    requestUrl: publicUrl(config.publicBaseUrl, `/self-service/recovery/${request.type}`),
    returnTo: undefined,
    secret: undefined,
    nodes: adminRecoveryNodes(),
    messages: [recoveryCodeSent()],
    identityId: identity.id,
    details: { adminCreated: true, submissions: 0 },
    lifespanMs: request.lifespanMs,
    now,
  })
  const digits = transactions.durable(() => {
    flows.insert(flow)
    return codes.issue({
      flowId: flow.id,
      purpose: 'recovery',
      address: '',
      identityId: identity.id,
      expiresAt: flow.expiresAt,
    })
  })
  return { recovery_link: flowPage(config, flow), recovery_code: digits, expires_at: timestamp(flow.expiresAt) }
}
