import type { FlowKind } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import { csrfRefusal } from '../http/csrf.ts'
import { expiredReadRefusal, isExpired } from '../model/expiry.ts'
import { findFlow, findTestLogin } from '../http/query.ts'
import type { Outcome } from '../model/outcome.ts'
import { withSecret, type RequestContext } from '../http/request-context.ts'

/** Reads a sign-in, sign-up, recovery or verification flow. Always JSON; sets the anti-CSRF cookie. */
export async function readFlow(
  context: Pick<FlowContext, 'config' | 'csrf' | 'flows'>,
  kind: FlowKind,
  request: RequestContext,
): Promise<Outcome> {
  const { cookies } = withSecret(request, context.csrf)
  const id = request.query.get('id')
  const flow = (await findFlow(context, kind, id)) ?? (kind === 'login' ? await findTestLogin(context, id) : undefined)
  if (!flow) return { kind: 'refused', native: true, refusal: { code: 404 }, cookies }
  const violation = csrfRefusal({ headers: request.headers, secret: request.secret, boundTo: flow.csrfHash }, 'cookie')
  if (violation) return { kind: 'refused', native: true, refusal: violation, cookies }
  if (isExpired(flow, request.now)) {
    const refusal = expiredReadRefusal(flow, context.config.publicBaseUrl)
    return { kind: 'refused', native: true, refusal, cookies }
  }
  return { kind: 'flow', flow, status: 200, asJson: true, cookies }
}
