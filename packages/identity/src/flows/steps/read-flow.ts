import type { FlowKind } from '@gatehouse/contract/flow'

import type { FlowContext } from '../flow-context.ts'
import { csrfRefusal } from '../http/csrf.ts'
import { expiredReadRefusal, isExpired } from '../model/expiry.ts'
import { findFlow } from '../http/query.ts'
import type { Outcome } from '../model/outcome.ts'
import { withSecret } from '../http/request-context.ts'
import type { Visit } from '../http/request-context.ts'

/** Reads a sign-in, sign-up, recovery or verification flow. Always JSON; hands out the anti-CSRF cookie. */
export function readFlow(
  context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>,
  kind: FlowKind,
  visit: Visit,
): Outcome {
  const { cookies } = withSecret(visit, context.csrf)
  const flow = findFlow(context, kind, visit.query.get('id'))
  if (!flow) return { kind: 'refused', native: true, refusal: { code: 404 }, cookies }
  const violation = csrfRefusal({ headers: visit.headers, secret: visit.secret, boundTo: flow.csrfHash }, 'cookie')
  if (violation) return { kind: 'refused', native: true, refusal: violation, cookies }
  if (isExpired(flow, visit.now)) {
    const refusal = expiredReadRefusal(flow, context.config.publicBaseUrl)
    return { kind: 'refused', native: true, refusal, cookies }
  }
  return { kind: 'flow', flow, status: 200, asJson: true, cookies }
}
