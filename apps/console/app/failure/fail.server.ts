import type { KeyPart } from '@gatehouse/i18n/translator'
import type { ErrorAnswer } from '@gatehouse/client/client'
import { projectNavigation, workspaceNavigation } from '../page/navigation.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { RefusedRequest } from '../../src/page-deps.ts'
import { failureHeader, type Failure, type FailureExit } from './failure.ts'

/** The service has no storage left (RFC 4918, 11.5). */
const storageFull = 507

/** To throw: there is no such page. */
export function notFound(page: ConsoleRequest): Response {
  return failure(page, 404, 'not_found', [exit(page, 'home', '/')])
}

/** To throw: nothing of this name is there any more, or the operator may no longer see it. The list it was in is. */
export function gone(page: ConsoleRequest): Response {
  return failure(page, 404, 'gone', [listOf(page) ?? exit(page, 'home', '/')])
}

/** To throw: the same for the workspace or project of a page; `workspace` is the path of a workspace that is left. */
export function scopeGone(page: ConsoleRequest, workspace?: string): Response {
  const { t } = page
  const left =
    workspace === undefined
      ? { label: t('console:place.all'), href: '/switch' }
      : { label: t('console:nav.overview'), href: workspace }
  return failure(page, 404, 'gone', [left])
}

/** To throw: the address names a page that the list does not have; `first` is its first page. */
export function stalePage(page: ConsoleRequest, first: string): Response {
  return failure(page, 400, 'stale_page', [exit(page, 'first_page', first), exit(page, 'home', '/')])
}

/** To throw: the operator's role does not include this. */
export function forbidden(page: ConsoleRequest, reason?: string): Response {
  return failure(page, 403, 'forbidden', [exit(page, 'home', '/')], reason)
}

/** To throw: a link that opens something once opens nothing any more. */
export function linkGone(page: ConsoleRequest, which: 'set_up' | 'invitation'): Response {
  return failure(page, 410, `${which}_gone`, [exit(page, 'home', '/')])
}

/** To throw: an onboarding link that is over, or never was one. Its holder may have no account here. */
export function onboardingOver(page: ConsoleRequest): Response {
  return failure(page, 410, 'onboarding_gone', [])
}

/**
 * To throw: another party runs this service, and changes are made there. The page says so before a person types
 * anything. It is an answer, not an error.
 */
export function runRemotely(page: ConsoleRequest, what: 'configuration' | 'organizations' | 'projects'): Response {
  return failure(page, 200, `${what}_elsewhere`, [])
}

/** To throw: the operators' identity service does not answer. */
export function unreachable(page: ConsoleRequest): Response {
  return failure(page, 503, 'unreachable', [exit(page, 'again', page.here)])
}

/** To throw: the operators' identity service refused a call that the console has to make. */
export function identityRefused(page: ConsoleRequest, { status, envelope }: ErrorAnswer): Response {
  const { id, reason, message } = envelope.error
  if (known(id) !== undefined || status === storageFull) {
    return refusalPage(page, status, reason ?? message, id)
  }
  const exits = [exit(page, 'again', page.here), exit(page, 'home', '/')]
  return failure(page, status >= 500 ? 502 : status, 'identity_refused', exits, reason ?? message)
}

/** To throw: the control plane refused to show something. `id` is the error's, if it has one. */
export function refusalPage(page: ConsoleRequest, status: number, reason: string, id?: string): Response {
  const exits = [exit(page, 'again', page.here), exit(page, 'home', '/')]
  const name = known(id)
  if (name !== undefined) return failure(page, status, name, exits, reason)
  if (status === storageFull) return failure(page, status, 'storage_full', exits)
  if (status === 404) return gone(page)
  if (status === 403) return forbidden(page, reason)
  return failure(page, status, 'refused', exits, reason)
}

/** To throw: the request never reached a page, or its page has thrown. */
export function refusedByEdge(page: ConsoleRequest, { name, status, detail }: RefusedRequest): Response {
  if (name === 'crash') return failure(page, status, 'crash', [exit(page, 'home', '/')])
  return failure(page, status, 'refused', [exit(page, 'home', name === 'other_host' ? page.publicOrigin : '/')], detail)
}

/** To throw: the body is no form that can be read. */
export function unreadableForm(page: ConsoleRequest): Response {
  const exits = [exit(page, 'again', page.here), exit(page, 'home', '/')]
  return failure(page, 400, 'refused', exits, 'The form could not be read. Load the page again and send it once more.')
}

/** Refusals caused by a remote control plane, each with its own page. */
const knownRefusals = ['feature_not_available', 'control_plane_unreachable', 'control_plane_key_refused'] as const

function known(id: string | undefined): (typeof knownRefusals)[number] | undefined {
  return knownRefusals.find((one) => one === id)
}

/** Failures with a page of their own. Texts: namespace `console`, `failure.{name}.title` and `.text`. */
type FailureName = KeyPart<'console', 'failure.', '.title'>

function failure(
  page: ConsoleRequest,
  status: number,
  name: FailureName,
  exits: readonly FailureExit[],
  reason?: string,
): Response {
  const { t, requestId } = page
  const said: Failure = {
    title: t(`console:failure.${name}.title`),
    text: t(`console:failure.${name}.text`, { brand: page.brand.name }),
    reason,
    // A successful answer has no entry in the log.
    reference: status < 400 ? '' : requestId,
    exits,
  }
  return Response.json(said, { status, headers: { [failureHeader]: '1' } })
}

function exit({ t }: ConsoleRequest, name: 'again' | 'home' | 'first_page', href: string): FailureExit {
  return { label: t(`console:exit.${name}`), href }
}

/** The list that the page of a single thing belongs to, as the navigation calls it. */
function listOf({ here, t }: ConsoleRequest): FailureExit | undefined {
  const [, root, inProject, path] = /^(\/w\/[^/?]+(\/p\/[^/?]+)?)\/([^/?]+)/.exec(here) ?? []
  const groups = inProject === undefined ? workspaceNavigation : projectNavigation
  const row = groups.flatMap(({ rows }) => rows).find((one) => one.path === path && one.isOfWorkspace !== true)
  return row && { label: t(`console:${row.label}`), href: `${root}/${row.path}` }
}
