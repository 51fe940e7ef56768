import { publicPaths } from '@gatehouse/contract/urls'

import type { Route } from '../http/route.ts'
import { answer } from './http/answer.ts'
import type { AnswerDependencies } from './http/answer.ts'
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
import { visitOf } from './http/request-context.ts'
import type { Visit } from './http/request-context.ts'

type Handler = (context: FlowContext, visit: Visit) => Outcome | Promise<Outcome>

const { flowBrowser, flowApi, flowRead, flowSubmit, logout, logoutApi, logoutBrowser, errors, tokenExchange } =
  publicPaths

/** TABLE 1, the flows' part: every public address of the self-service flows. */
// prettier-ignore
const table: readonly (readonly [method: Route['method'], path: string, handler: Handler])[] = [
  ['GET',    flowBrowser('login'),         (context, visit) => loginHandler.init(context, 'browser', visit)],
  ['GET',    flowApi('login'),             (context, visit) => loginHandler.init(context, 'api', visit)],
  ['GET',    flowRead('login'),            loginHandler.read],
  ['POST',   flowSubmit('login'),          loginHandler.submit],
  ['GET',    flowSubmit('login'),          loginHandler.submit],

  ['GET',    flowBrowser('registration'),  (context, visit) => registrationHandler.init(context, 'browser', visit)],
  ['GET',    flowApi('registration'),      (context, visit) => registrationHandler.init(context, 'api', visit)],
  ['GET',    flowRead('registration'),     registrationHandler.read],
  ['POST',   flowSubmit('registration'),   registrationHandler.submit],
  ['GET',    flowSubmit('registration'),   registrationHandler.submit],

  ['GET',    flowBrowser('settings'),      (context, visit) => settingsHandler.init(context, 'browser', visit)],
  ['GET',    flowApi('settings'),          (context, visit) => settingsHandler.init(context, 'api', visit)],
  ['GET',    flowRead('settings'),         settingsHandler.read],
  ['POST',   flowSubmit('settings'),       settingsHandler.submit],
  ['GET',    flowSubmit('settings'),       settingsHandler.resume],

  ['GET',    flowBrowser('recovery'),      (context, visit) => recoveryHandler.init(context, 'browser', visit)],
  ['GET',    flowApi('recovery'),          (context, visit) => recoveryHandler.init(context, 'api', visit)],
  ['GET',    flowRead('recovery'),         recoveryHandler.read],
  ['POST',   flowSubmit('recovery'),       recoveryHandler.submit],
  ['GET',    flowSubmit('recovery'),       recoveryHandler.follow],

  ['GET',    flowBrowser('verification'),  (context, visit) => verificationHandler.init(context, 'browser', visit)],
  ['GET',    flowApi('verification'),      (context, visit) => verificationHandler.init(context, 'api', visit)],
  ['GET',    flowRead('verification'),     verificationHandler.read],
  ['POST',   flowSubmit('verification'),   verificationHandler.submit],
  ['GET',    flowSubmit('verification'),   verificationHandler.follow],

  ['GET',    logoutBrowser,                logoutHandler.init],
  ['GET',    logout,                       logoutHandler.submit],
  ['DELETE', logoutApi,                    logoutHandler.native],

  ['GET',    tokenExchange,                exchangeToken],

  ['GET',    errors,                       readError],
]

/** The self-service flows of one service. */
export function flowRoutes(context: FlowContext): readonly Route[] {
  return table.map(([method, path, handler]) => flowRoute(context, method, path, (visit) => handler(context, visit)))
}

/** An address whose requests are read, and whose outcomes are answered, as those of the flows are. */
export function flowRoute(
  context: AnswerDependencies & Pick<FlowContext, 'csrf'>,
  method: Route['method'],
  path: string,
  handler: (visit: Visit) => Outcome | Promise<Outcome>,
): Route {
  return {
    method,
    path,
    handle: async (route) => {
      const visit = visitOf(route, context.csrf)
      return answer(context, visit, await handler(visit))
    },
  }
}
