import type { Refusal } from '../../http/answer.ts'
import { jsonTypeFault } from '../../http/json-body.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import type { Outcome } from '../model/outcome.ts'
import { publicUrl } from '../presentation/present.ts'
import { parameter, returnToFault } from '../http/query.ts'
import { currentSignIn } from '../steps/sign-in.ts'
import { readSubmission } from '../http/submission.ts'
import { withSecret, type RequestContext } from '../http/request-context.ts'

/** Signing out: the address to open, the request itself, and the call of native apps. */
export const logoutHandler = {
  /** Returns the address that ends this session. Always JSON. */
  init: async (context: FlowContext, request: RequestContext): Promise<Outcome> => {
    const { cookies } = withSecret(request, context.csrf)
    const signedIn = await currentSignIn(context, request)
    if (!signedIn) return { kind: 'refused', native: true, refusal: sessionInactive, cookies }
    const fault = returnToFault(context, request)
    if (fault) return { kind: 'refused', native: true, refusal: fault, cookies }
    const token = context.sessions.logoutToken(signedIn.session)
    const returnTo = parameter(request, 'return_to')
    const query = new URLSearchParams({ ...(returnTo !== undefined && { return_to: returnTo }), token })
    const url = `${publicUrl(context.config.publicBaseUrl, '/self-service/logout')}?${query}`
    return { kind: 'done', native: true, body: { logout_url: url, logout_token: token }, location: url, cookies }
  },

  /** Ends the session. The token prevents this by foreign pages. */
  submit: async (context: FlowContext, request: RequestContext): Promise<Outcome> => {
    const refuse = (refusal: Refusal): Outcome => ({ kind: 'refused', native: false, refusal })
    const token = parameter(request, 'token')
    if (token === undefined) return refuse({ code: 400, reason: 'The query parameter "token" is missing.' })
    const signedIn = await currentSignIn(context, request)
    if (!signedIn) return refuse(sessionInactive)
    if (!context.sessions.isLogoutToken(signedIn.session, token)) return refuse(wrongLogoutToken)
    const fault = returnToFault(context, request)
    if (fault) return refuse(fault)

    await context.transactions.durable(() => context.sessions.revoke(signedIn.session.id))
    const cookies = [context.sessions.clearCookie(), context.csrf.write(newCsrfSecret())]
    if (request.wantsJson) return { kind: 'empty', cookies, endsSession: true }
    const { defaultReturnUrl } = context.config.selfservice.flows.logout
    const after = { defaultReturnUrl, hooks: [], methods: {} }
    const location = context.returnUrls.after(parameter(request, 'return_to'), after)
    return { kind: 'redirect', status: 303, location, cookies, endsSession: true }
  },

  /** Ends the session of a native app. Ending it again succeeds. */
  native: async (
    context: Pick<FlowContext, 'sessions' | 'transactions'>,
    request: RequestContext,
  ): Promise<Outcome> => {
    const refuse = (refusal: Refusal): Outcome => ({ kind: 'refused', native: true, refusal })
    const typeFault = jsonTypeFault(request.headers)
    if (typeFault !== undefined) return refuse({ code: 400, reason: typeFault })
    const submission = await readSubmission(await request.route.body(), 'application/json')
    if (submission.kind === 'unreadable') return refuse({ code: 400, reason: submission.reason })
    const given = submission.fields['session_token'] ?? ''
    if (typeof given !== 'string') return refuse({ code: 400, reason: 'The session_token is not a text.' })
    const ended = given !== '' && (await context.transactions.durable(() => context.sessions.revokeByToken(given)))
    return ended ? { kind: 'empty' } : refuse(unknownSessionToken)
  },
}

const sessionInactive: Refusal = {
  code: 401,
  id: 'session_inactive',
  reason: 'There is no session to end.',
  message: 'there is no session',
}

const wrongLogoutToken: Refusal = {
  code: 403,
  reason: 'The logout token does not belong to this session. Ask for a new logout address.',
}

const unknownSessionToken: Refusal = {
  code: 403,
  reason: 'This session token is not known, or is none.',
}
