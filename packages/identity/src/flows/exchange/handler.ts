import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../model/outcome.ts'
import { parameter } from '../http/query.ts'
import { owesSecondFactor, presentEntered } from '../steps/sign-in.ts'
import type { RequestContext } from '../http/request-context.ts'
import { findSession } from './codes.ts'

/** Exchanges an app's two codes for the session that a browser has opened for it. */
export async function exchangeToken(context: FlowContext, request: RequestContext): Promise<Outcome> {
  const first = parameter(request, 'init_code')
  const second = parameter(request, 'return_to_code')
  if (first === undefined || second === undefined) {
    return refuse(400, 'The query parameters "init_code" and "return_to_code" are both needed.')
  }
  const token = await findSession(context, first, second, request.now)
  const found = token === undefined ? undefined : await context.sessions.byToken(token, request.now)
  if (token === undefined || found?.kind !== 'signed_in') return refuse(404, 'There is no session for these codes.')
  const entered = { ...found, cookies: [] }
  // The device is the browser's, not the app's.
  const session = presentEntered(context, entered, request.now, { devices: false })
  const body = {
    session_token: token,
    session: owesSecondFactor(context, entered) ? { ...session, identity: null } : session,
  }
  return { kind: 'done', native: true, body, location: context.config.selfservice.defaultReturnUrl }
}

function refuse(code: 400 | 404, reason: string): Outcome {
  return { kind: 'refused', native: true, refusal: { code, reason } }
}
