import { randomUUID } from 'node:crypto'
import type { FlowType } from '@gatehouse/contract/flows'
import { publicPaths, clearedAtSignOut } from '@gatehouse/contract/http'
import { emptyAnswer, jsonAnswer, jsonTextAnswer } from '@gatehouse/platform/http'
import type { IdentityConfig } from '../configuration/config.ts'
import { type Refusal, errorAnswer, errorEnvelope, redirectAnswer, withCookies } from '../http/answer.ts'
import type { Route } from '../http/route.ts'
import { readError } from './errors/handler.ts'
import { exchangeToken } from './exchange/handler.ts'
import type { FlowContext } from './flow-context.ts'
import { requestContextOf, type RequestContext } from './http/request-context.ts'
import { initLogin } from './login/init.ts'
import { loginSteps } from './login/steps.ts'
import { deleteTestLogin, submitTestLogin } from './login/test-login.ts'
import { logoutHandler } from './logout/handler.ts'
import { type Outcome, refused } from './model/outcome.ts'
import type { FlowStore } from './ports/flow-store.ts'
import type { HookVerdict, OpeningEvent } from './ports/web-hooks.ts'
import { flowPage, flowText, withParameters } from './presentation/present.ts'
import { recoveryHandler } from './recovery/handler.ts'
import { initRegistration, registrationDisabled } from './registration/init.ts'
import { registrationSteps } from './registration/steps.ts'
import { settingsHandler } from './settings/handler.ts'
import { readFlow } from './steps/read-flow.ts'
import { currentSignIn } from './steps/sign-in.ts'
import { submitFlow } from './steps/submit.ts'
import { verificationHandler } from './verification/handler.ts'

type Handler = (context: FlowContext, request: RequestContext) => Outcome | Promise<Outcome>

const {
  flowBrowser,
  flowApi,
  flowRead,
  flowSubmit,
  logout,
  logoutApi,
  logoutBrowser,
  errors,
  testLogin,
  tokenExchange,
} = publicPaths

/** TABLE: every public address of the self-service flows. */
// prettier-ignore
const table: readonly (readonly [method: Route['method'], path: string, handler: Handler])[] = [
  ['GET',    flowBrowser('login'),         begins(initLogin, 'browser')],
  ['GET',    flowApi('login'),             begins(initLogin, 'api')],
  ['GET',    flowRead('login'),            (context, request) => readFlow(context, 'login', request)],
  ['POST',   flowSubmit('login'),          submitSignIn],
  ['GET',    flowSubmit('login'),          submitSignIn],
  ['DELETE', testLogin,                    deleteTestLogin],

  ['GET',    flowBrowser('registration'),  begins(initRegistration, 'browser')],
  ['GET',    flowApi('registration'),      begins(initRegistration, 'api')],
  ['GET',    flowRead('registration'),     readSignUp],
  ['POST',   flowSubmit('registration'),   submitSignUp],
  ['GET',    flowSubmit('registration'),   submitSignUp],

  ['GET',    flowBrowser('settings'),      begins(settingsHandler.init, 'browser')],
  ['GET',    flowApi('settings'),          begins(settingsHandler.init, 'api')],
  ['GET',    flowRead('settings'),         settingsHandler.read],
  ['POST',   flowSubmit('settings'),       settingsHandler.submit],
  ['GET',    flowSubmit('settings'),       settingsHandler.resume],

  ['GET',    flowBrowser('recovery'),      begins(recoveryHandler.init, 'browser')],
  ['GET',    flowApi('recovery'),          begins(recoveryHandler.init, 'api')],
  ['GET',    flowRead('recovery'),         recoveryHandler.read],
  ['POST',   flowSubmit('recovery'),       recoveryHandler.submit],
  ['GET',    flowSubmit('recovery'),       recoveryHandler.follow],

  ['GET',    flowBrowser('verification'),  begins(verificationHandler.init, 'browser')],
  ['GET',    flowApi('verification'),      begins(verificationHandler.init, 'api')],
  ['GET',    flowRead('verification'),     verificationHandler.read],
  ['POST',   flowSubmit('verification'),   verificationHandler.submit],
  ['GET',    flowSubmit('verification'),   verificationHandler.follow],

  ['GET',    logoutBrowser,                logoutHandler.init],
  ['GET',    logout,                       logoutHandler.submit],
  ['DELETE', logoutApi,                    logoutHandler.native],

  ['GET',    tokenExchange,                exchangeToken],

  ['GET',    errors,                       readError],
]

/** Begins a flow and calls its hooks before the form is shown. */
function begins(
  init: (context: FlowContext, type: FlowType, request: RequestContext) => Promise<Outcome>,
  type: FlowType,
): Handler {
  return async (context, request) => runPreHooks(context, request, await init(context, type, request))
}

/** Returns the self-service flows of one service. */
export function flowRoutes(context: FlowContext): readonly Route[] {
  return table.map(([method, path, handler]) =>
    flowRoute(context, method, path, (request) => handler(context, request)),
  )
}

/** Returns a route whose requests are read and whose outcomes are answered as those of the flows. */
export function flowRoute(
  context: AnswerDependencies & Pick<FlowContext, 'csrf'>,
  method: Route['method'],
  path: string,
  handler: (request: RequestContext) => Outcome | Promise<Outcome>,
): Route {
  return {
    method,
    path,
    handle: async (route) => {
      const request = requestContextOf(route, context.csrf)
      return answer(context, request, await handler(request))
    },
  }
}

async function submitSignIn(context: FlowContext, request: RequestContext): Promise<Outcome> {
  return (await submitTestLogin(context, request)) ?? (await submitFlow(context, 'login', request, loginSteps))
}

function submitSignUp(context: FlowContext, request: RequestContext): Promise<Outcome> {
  return submitFlow(context, 'registration', request, registrationSteps)
}

async function readSignUp(context: FlowContext, request: RequestContext): Promise<Outcome> {
  return context.config.selfservice.flows.registration.enabled
    ? readFlow(context, 'registration', request)
    : { kind: 'refused', native: true, refusal: registrationDisabled }
}

/** Calls the `before` hooks of a flow that has just begun; if one of them refuses, the flow is not returned. */
async function runPreHooks(
  context: Pick<FlowContext, 'config' | 'sessions' | 'transactions' | 'webHooks'>,
  request: RequestContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'flow') return outcome
  const { flow, cookies, secret } = outcome
  const hooks = context.config.selfservice.flows[flow.kind].before
  if (hooks.length === 0) return outcome
  // The account of a settings flow is known; that of any other flow only at its end.
  const signedIn = flow.kind === 'settings' ? await currentSignIn(context, request) : undefined
  const event: OpeningEvent = { flow, request, ...signedIn }
  const verdict = await context.webHooks.opening(hooks, event)
  if (verdict.kind !== 'go_on') {
    return { ...refused(flow, refusalOf(verdict)), ...(cookies && { cookies }), ...(secret && { secret }) }
  }
  await context.transactions.durable(() => context.webHooks.enqueue(hooks, event))
  return outcome
}

/** Returns the refusal of a hook, as there is no form yet that could show messages. */
function refusalOf(verdict: Exclude<HookVerdict, { readonly kind: 'go_on' }>): Refusal {
  if (verdict.kind === 'refused') return verdict.refusal
  const reason = verdict.messages.map(({ message }) => message.text).filter((text) => text !== '')
  return { code: 400, reason: reason.join(' ') || 'A service that has to agree to this refused.' }
}

/** The dependencies of the conversion of outcomes into HTTP responses. */
interface AnswerDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'publicBaseUrl' | 'selfservice'>
  readonly flows: Pick<FlowStore, 'insertError'>
}

/** Turns outcomes into HTTP: JSON for JSON clients, redirects for browsers that navigate. */
async function answer(dependencies: AnswerDependencies, request: RequestContext, outcome: Outcome): Promise<Response> {
  const answered = withCookies(await bare(dependencies, request, outcome), outcome.cookies ?? [])
  if (outcome.endsSession) answered.headers.set('clear-site-data', clearedAtSignOut)
  return answered
}

async function bare(dependencies: AnswerDependencies, request: RequestContext, outcome: Outcome): Promise<Response> {
  const { config, flows } = dependencies
  switch (outcome.kind) {
    case 'flow': {
      const { flow, extra } = outcome
      if (!request.wantsJson && !outcome.asJson && flow.type === 'browser') {
        return redirectAnswer(outcome.redirect ?? 303, outcome.page ?? flowPage(config, flow))
      }
      const secret = outcome.secret ?? request.secret
      return jsonTextAnswer(outcome.status, flowText(flow, config, secret, extra))
    }
    case 'done':
      return request.wantsJson || outcome.native ? jsonAnswer(200, outcome.body) : redirectAnswer(303, outcome.location)
    case 'json':
      return jsonAnswer(200, outcome.body)
    case 'location_change':
      return request.wantsJson || outcome.native
        ? errorAnswer(locationChange(outcome.location))
        : redirectAnswer(303, outcome.location)
    case 'redirect':
      return redirectAnswer(outcome.status, outcome.location)
    case 'refused': {
      const { refusal, page } = outcome
      if (request.wantsJson || outcome.native) return errorAnswer(refusal)
      if (page) return redirectAnswer(page.status, page.location)
      const id = randomUUID()
      await flows.insertError({ id, body: { ...errorEnvelope(refusal).error }, createdAt: request.now })
      return redirectAnswer(303, withParameters(config.selfservice.flows.error.uiUrl, { id }))
    }
    case 'empty':
      return emptyAnswer()
    default:
      return outcome satisfies never
  }
}

function locationChange(location: string): Refusal {
  return {
    code: 422,
    id: 'browser_location_change_required',
    reason: `This flow goes on in the browser at ${location}`,
    message: 'browser location change required',
    siblings: { redirect_browser_to: location },
  }
}
