import { z } from 'zod'

import { parseDuration } from '../../configuration/duration.ts'
import { RefusalError, jsonAnswer } from '../../http/answer.ts'
import { readJsonBody } from '../../http/json-body.ts'
import type { Route } from '../../http/route.ts'
import { timestamp } from '../../identities/present.ts'
import { adminRecoveryNodes } from '../../strategies/code/recovery.ts'
import { createFlowContext } from '../context.ts'
import type { FlowContext, FlowDependencies } from '../context.ts'
import { newFlow } from '../create.ts'
import { flowPage, publicUrl } from '../present.ts'

const recoveryBody = z.strictObject({
  identity_id: z.string(),
  expires_in: z.string().optional(),
  flow_type: z.enum(['browser', 'api', '']).optional(),
})

/** Answers `POST /admin/recovery/code`: a code and the page to hand it in. No message is sent. */
export function createAdminRecovery(dependencies: FlowDependencies): Route['handle'] {
  const context = createFlowContext(dependencies)
  const { recovery } = context.config.selfservice.flows
  const byCode = recovery.use === 'code' && context.config.selfservice.methods.code.enabled
  return async (route) => {
    if (!recovery.enabled) throw new RefusalError({ code: 400, reason: 'Recovery is switched off.' })
    if (!byCode) throw new RefusalError({ code: 404, reason: 'Recovery by code is switched off.' })
    const body = await readJsonBody(route, recoveryBody)
    return jsonAnswer(201, create(context, body, route.now))
  }
}

function create(context: FlowContext, body: z.infer<typeof recoveryBody>, now: number): Record<string, string> {
  const { config, codes, flows, identities, transactions } = context
  const lifespanMs = body.expires_in ? parseDuration(body.expires_in) : config.selfservice.methods.code.lifespanMs
  if (lifespanMs === undefined || lifespanMs <= 0) {
    const reason = `"expires_in" is no duration such as 1h, 30m or 15s: ${body.expires_in}`
    throw new RefusalError({ code: 400, reason })
  }
  const identity = identities.find(body.identity_id)
  if (!identity) throw new RefusalError({ code: 404, reason: 'There is no such identity.' })
  // Whoever has the code opens the flow in a browser of their own, so it is bound to none.
  const flow = newFlow(context, {
    kind: 'recovery',
    type: body.flow_type === 'api' ? 'api' : 'browser',
    state: 'sent_email',
    active: 'code',
    requestUrl: publicUrl(config.adminBaseUrl, '/admin/recovery/code'),
    returnTo: undefined,
    secret: undefined,
    nodes: adminRecoveryNodes(),
    identityId: identity.id,
    details: { adminCreated: true, submissions: 0 },
    lifespanMs,
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
