import type { FlowType } from '@gatehouse/contract/flows'
import { publicPaths } from '@gatehouse/contract/http'

import type { Route } from '../http/route.ts'
import { answer, type AnswerDependencies } from './http/answer.ts'
import type { FlowContext } from './flow-context.ts'
import { readError } from './errors/handler.ts'
import { exchangeToken } from './exchange/handler.ts'
import { loginHandler } from './login/handler.ts'
import { logoutHandler } from './logout/handler.ts'
import type { Outcome } from './model/outcome.ts'
import { recoveryHandler } from './recovery/handler.ts'
import { registrationHandler } from './registration/handler.ts'
import { settingsHandler } from './settings/handler.ts'
import { verificationHandler } from './verification/handler.ts'
import { runHooksBefore } from './steps/hooks-before.ts'
import { requestContextOf, type RequestContext } from './http/request-context.ts'

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

/** TABLE 1, the flows' part: every public address of the self-service flows. */
// prettier-ignore
const table: readonly (readonly [method: Route['method'], path: string, handler: Handler])[] = [
  ['GET',    flowBrowser('login'),         begins(loginHandler.init, 'browser')],
  ['GET',    flowApi('login'),             begins(loginHandler.init, 'api')],
  ['GET',    flowRead('login'),            loginHandler.read],
  ['POST',   flowSubmit('login'),          loginHandler.submit],
  ['GET',    flowSubmit('login'),          loginHandler.submit],
  ['DELETE', testLogin,                    loginHandler.deleteTest],

  ['GET',    flowBrowser('registration'),  begins(registrationHandler.init, 'browser')],
  ['GET',    flowApi('registration'),      begins(registrationHandler.init, 'api')],
  ['GET',    flowRead('registration'),     registrationHandler.read],
  ['POST',   flowSubmit('registration'),   registrationHandler.submit],
  ['GET',    flowSubmit('registration'),   registrationHandler.submit],

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
  return async (context, request) => runHooksBefore(context, request, await init(context, type, request))
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
