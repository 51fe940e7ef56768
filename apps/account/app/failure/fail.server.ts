import type { ErrorEnvelope } from '@gatehouse/contract/error'
import type { PageRequest } from '../request/page-request.ts'
import type { Failure, FailureExit } from './failure.ts'

/** Refusals with texts of their own. Texts: namespace `error`, `{name}.title` and `{name}.text`. */
const names: Readonly<Record<string, string>> = {
  self_service_flow_disabled: 'disabled',
  self_service_flow_return_to_forbidden: 'return_to',
  session_aal2_required: 'second_factor',
  security_csrf_violation: 'csrf',
}

/** Seconds after which trying again makes sense. */
const retryAfterSeconds = 5

/** To throw: the identity service refused, and no form can be drawn. `again` is where a second try begins. */
export function refused(page: PageRequest, envelope: ErrorEnvelope, status: number, again: string): Response {
  const { id, reason } = envelope.error
  const name = names[id ?? ''] ?? 'refused'
  return failure(page, status, name, [exit(page, 'again', again), exit(page, 'home', '/')], reason)
}

/** To throw: nobody answers at the identity service. `again` is where a second try begins. */
export function unreachable(page: PageRequest, again: string): Response {
  page.answer.headers.set('Retry-After', String(retryAfterSeconds))
  return failure(page, 503, 'unreachable', [exit(page, 'again', again)])
}

/** To throw: there is no such page. */
export function notFound(page: PageRequest): Response {
  return failure(page, 404, 'not_found', [exit(page, 'home', '/')])
}

/** To throw: a failure that the identity service stored under `id`, with what it told us of it. */
export function stored(page: PageRequest, id: string, error: Readonly<Record<string, unknown>>): Response {
  const { code, id: errorId, reason } = error
  const status = typeof code === 'number' && code >= 400 && code <= 599 ? code : 500
  const name = (typeof errorId === 'string' ? names[errorId] : undefined) ?? 'stored'
  const said = typeof reason === 'string' ? reason : undefined
  return failure(page, status, name, [exit(page, 'sign_in', '/login'), exit(page, 'home', '/')], said, id)
}

/** Why a page for applications cannot be drawn. Texts: namespace `error`, `oauth2_{name}.title` and `.text`. */
export type ClientFailure = 'off' | 'over' | 'unreachable' | 'no_request' | 'other_person' | 'told'

const clientFailureStatus = { off: 501, over: 400, unreachable: 503, no_request: 400, other_person: 403, told: 400 }

/** To throw: what an application has sent somebody here for cannot be done. `again` only where that may help. */
export function clientFailure(
  page: PageRequest,
  name: ClientFailure,
  options: { readonly again?: string; readonly switchTo?: string; readonly reason?: string | undefined } = {},
): Response {
  const { again, switchTo, reason } = options
  if (name === 'unreachable') page.answer.headers.set('Retry-After', String(retryAfterSeconds))
  const exits = [
    ...(again === undefined ? [] : [exit(page, 'again', again)]),
    ...(switchTo === undefined ? [] : [exit(page, 'switch', switchTo)]),
    exit(page, 'home', '/'),
  ]
  return failure(page, clientFailureStatus[name], `oauth2_${name}`, exits, reason)
}

/** To throw: the form came from another site, or does not say where it came from. */
export function foreignForm(page: PageRequest, again: string): Response {
  return failure(page, 403, 'foreign_form', [exit(page, 'again', again)])
}

function failure(
  page: PageRequest,
  status: number,
  name: string,
  exits: readonly FailureExit[],
  reason?: string,
  reference: string = page.requestId,
): Response {
  const { t } = page
  const texts = { title: t(`error:${name}.title`), text: t(`error:${name}.text`, { brand: page.brand.name }) }
  const said: Failure = { ...texts, reason, reference, exits }
  return Response.json(said, { status })
}

function exit({ t }: PageRequest, name: 'again' | 'home' | 'sign_in' | 'switch', href: string): FailureExit {
  return { label: t(`error:exit.${name}`), href }
}
