import type { Outcome, Situation, Step } from './outcome.ts'
import {
  redirectToConfirm,
  redirectToContinue,
  goOn,
  goOnForClient,
  refuse,
  replaceOr,
  restart,
  restartUnbound,
  signInFirst,
  takeReplacement,
} from './detour-steps.server.ts'

/** One refusal of the identity service, and its step after each call. */
type Detour = readonly [when: string | number, create: Step, read: Step, submit: Step]

/**
 * The steps for every refusal of a flow. Rows are found by `error.id`; if the service sends none, by status. A refusal
 * without a row gets the error page.
 */
// oxfmt-ignore
export const detours: readonly Detour[] = [
  // refusal                                  create             read                      submit
  ['browser_location_change_required',        redirectToConfirm,  redirectToConfirm,         redirectToConfirm],
  ['session_already_available',               goOn,              goOn,                     goOn],
  ['session_aal_already_fulfilled',           goOn,              goOn,                     goOn],
  ['malformed_answer',                        goOnForClient,     refuse,                   refuse],
  ['session_inactive',                        signInFirst,       signInFirst,              signInFirst],
  ['session_aal1_required',                   signInFirst,       signInFirst,              signInFirst],
  ['session_aal2_required',                   redirectToConfirm,  redirectToConfirm,         redirectToConfirm],
  ['session_refresh_required',                redirectToConfirm,  redirectToConfirm,         redirectToConfirm],
  ['session_verified_address_required',       refuse,            refuse,                   redirectToContinue],
  ['security_csrf_violation',                 refuse,            restartUnbound,           restartUnbound],
  ['security_identity_mismatch',              refuse,            restart('other_account'), restart('other_account')],
  ['self_service_flow_expired',               refuse,            takeReplacement,          takeReplacement],
  ['self_service_flow_replaced',              refuse,            takeReplacement,          takeReplacement],
  ['self_service_flow_disabled',              refuse,            refuse,                   refuse],
  ['self_service_flow_return_to_forbidden',   refuse,            refuse,                   refuse],
  [400,                                       refuse,            restart('unknown_flow'),  replaceOr('unknown_flow')],
  [401,                                       signInFirst,       signInFirst,              signInFirst],
  [403,                                       refuse,            restartUnbound,           restartUnbound],
  [404,                                       refuse,            restart('unknown_flow'),  restart('unknown_flow')],
  [410,                                       refuse,            takeReplacement,          takeReplacement],
]

/** Returns the outcome of a refusal. */
export function detour(situation: Situation): Outcome<never> {
  const { envelope, status, phase } = situation
  const row = detours.find(([when]) => when === (envelope.error.id ?? status))
  if (row === undefined) return refuse(situation)
  const [, create, read, submit] = row
  return { create, read, submit }[phase](situation)
}
