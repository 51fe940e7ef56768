import type { KeyPart } from '@gatehouse/i18n/translator'
import type { ErrorEnvelope } from '@gatehouse/contract/http'
import type { FlowKind } from '@gatehouse/contract/flows'
import type { PageRequest } from './page-request.ts'
import type { RefusedRequest } from '../../src/refused-request.ts'
import type { Failure, FailureExit, Resend } from './failure.ts'

/** Refusals with texts of their own. Texts: namespace `error`, `{name}.title` and `{name}.text`. */
const names: Readonly<Record<string, FailureName>> = {
  self_service_flow_disabled: 'disabled',
  self_service_flow_return_to_forbidden: 'return_to',
  session_aal2_required: 'second_factor',
  security_csrf_violation: 'csrf',
}

/** The service has no storage left (RFC 4918, 11.5). */
const storageFull = 507

/** Seconds after which a second try makes sense, if no answer says it. */
const retryAfterSeconds = 5
/** Longer waits are as good as "later" to a person. */
const longestWaitSeconds = 24 * 60 * 60

/** To throw: the identity service refused, and no form can be drawn. `again` is the start of a second try. */
export function refused(page: PageRequest, envelope: ErrorEnvelope, status: number, again: string): Response {
  const { id, reason } = envelope.error
  const name = status === storageFull ? 'storage_full' : (names[id ?? ''] ?? 'refused')
  const said = name === 'return_to' ? withSetting(page, reason) : reason
  return failure(page, status, name, [exit(page, 'again', again), exit(page, 'home', '/')], { reason: said })
}

/** Developers read which setting allows an address; operators find it in the log. */
function withSetting({ onRefusedReturn, requestId }: PageRequest, reason: string | undefined): string | undefined {
  const setting = onRefusedReturn?.(reason ?? '', requestId)
  return setting === undefined ? reason : [reason, setting].filter(Boolean).join(' ')
}

/** To throw: a kind of flow is disabled. A person who wanted to sign up can still sign in. */
export function switchedOff(page: PageRequest, kind: FlowKind, status: number): Response {
  const name: FailureName =
    kind === 'registration' || kind === 'recovery' || kind === 'verification' ? `disabled_${kind}` : 'disabled'
  const exits = [...(kind === 'login' ? [] : [exit(page, 'sign_in', '/login')]), exit(page, 'home', '/')]
  return failure(page, status, name, exits)
}

/** To throw: too many tries. `again` is the start of the next one, after so many seconds. */
export function tooMany(page: PageRequest, again: string, seconds: number): Response {
  page.answer.headers.set('Retry-After', String(seconds))
  const retry = { seconds, by: 'person' } as const
  return failure(page, 429, 'too_often', [exit(page, 'again', again)], { retry })
}

/** To throw: another person is signed in. `onward` is that person's next address, `back` the first one of the other. */
export function signedInAs(page: PageRequest, name: string, onward: string, back: string): Response {
  const exits = [{ label: page.t('error:exit.continue_as', { name }), href: onward }]
  const signOut = { label: page.t('error:exit.sign_out_switch'), returnTo: `${page.publicOrigin}${back}` }
  return failure(page, 409, 'signed_in_as', exits, { signOut, values: { name } })
}

/** To throw: the request never reached a page, for a reason that the edge knows. */
export function refusedRequest(page: PageRequest, refusal: RefusedRequest): Response {
  const { name, status, detail, again = '/', application = '', said } = refusal
  // The router finds the same, and its error boundary draws their pages.
  if (name === 'method_not_allowed' || name === 'crash') return new Response(null, { status })
  if (name === 'unreachable') return unreachable(page, again)
  if (name === 'unnoticed') {
    const exits = [exit(page, 'again', again), exit(page, 'home', '/')]
    return failure(page, status, name, exits, { reason: said, values: { application } })
  }
  if (name === 'no_project') return failure(page, status, 'not_found', [])
  if (name === 'other_host') {
    const there = {
      label: page.t('error:exit.there', { host: new URL(page.publicOrigin).host }),
      href: page.publicOrigin,
    }
    return failure(page, status, name, [there], { reason: detail })
  }
  return failure(page, status, name, [exit(page, 'home', '/')])
}

/** Returns the wait of a refusal, in whole seconds; `undefined` if it has none. */
export function waitSeconds(headers: Headers): number | undefined {
  const said = headers.get('Retry-After')
  if (said === null) return undefined
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), longestWaitSeconds) : undefined
}

/** To throw: the identity service does not answer. `again` is the start of a second try. */
export function unreachable(page: PageRequest, again: string, resend?: Resend): Response {
  page.answer.headers.set('Retry-After', String(retryAfterSeconds))
  if (resend !== undefined) return failure(page, 503, 'unreached', [], { resend })
  const retry = { seconds: retryAfterSeconds, by: 'page' } as const
  return failure(page, 503, 'unreachable', [exit(page, 'again', again)], { retry })
}

/** To throw: there is no such page. */
export function notFound(page: PageRequest): Response {
  return failure(page, 404, 'not_found', [exit(page, 'home', '/')])
}

/** To throw: a failure that the identity service stored under `id`, with the service's statement. */
export function stored(page: PageRequest, id: string, error: Readonly<Record<string, unknown>>): Response {
  const { code, id: errorId, reason } = error
  const status = typeof code === 'number' && code >= 400 && code <= 599 ? code : 500
  const name = (typeof errorId === 'string' ? names[errorId] : undefined) ?? 'stored'
  const text = typeof reason === 'string' ? reason : undefined
  const said = name === 'return_to' ? withSetting(page, text) : text
  const exits = [exit(page, 'sign_in', '/login'), exit(page, 'home', '/')]
  if (status === 429) {
    const { retry_after: after } = parseDetails(error['details'])
    const seconds = typeof after === 'number' ? after : retryAfterSeconds
    return failure(page, status, 'too_often', exits, { retry: { seconds, by: 'person' }, reference: id })
  }
  return failure(page, status, name, exits, { reason: said, reference: id })
}

/** The reason for a failed page for applications. Texts: namespace `error`, `oauth2_{name}.title` and `.text`. */
export type ClientFailure = 'off' | 'over' | 'unreachable' | 'no_request' | 'other_person' | 'request_failed'

const clientFailureStatus = {
  off: 501,
  over: 400,
  unreachable: 503,
  no_request: 400,
  other_person: 403,
  request_failed: 400,
}

/** To throw: the application's request cannot be fulfilled. `again` only if a retry may help. */
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
  return failure(page, clientFailureStatus[name], `oauth2_${name}`, exits, { reason })
}

/** To throw: the form came from another site, or from an unknown source. */
export function foreignForm(page: PageRequest, again: string): Response {
  return failure(page, 403, 'foreign_form', [exit(page, 'again', again)])
}

/** Failures with a page of their own. Texts: namespace `error`, `{name}.title` and `{name}.text`. */
type FailureName = KeyPart<'error', '', '.title'>

function failure(
  page: PageRequest,
  status: number,
  name: FailureName,
  exits: readonly FailureExit[],
  { values, reference = page.requestId, ...more }: FailureExtras = {},
): Response {
  const { t } = page
  const filled = { brand: page.brand.name, ...values }
  const texts = { title: t(`error:${name}.title`, filled), text: t(`error:${name}.text`, filled) }
  const said: Failure = { ...texts, reference, exits, ...more }
  return Response.json(said, { status })
}

type FailureExtras = Partial<Pick<Failure, 'reason' | 'reference' | 'retry' | 'resend' | 'signOut'>> & {
  readonly values?: Readonly<Record<string, string>>
}

function parseDetails(details: unknown): Readonly<Record<string, unknown>> {
  return typeof details === 'object' && details !== null ? { ...details } : {}
}

function exit({ t }: PageRequest, name: 'again' | 'home' | 'sign_in' | 'switch', href: string): FailureExit {
  return { label: t(`error:exit.${name}`), href }
}
