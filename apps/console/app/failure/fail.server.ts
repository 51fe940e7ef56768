import type { ErrorAnswer } from '@gatehouse/client/answer'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { Failure, FailureExit } from './failure.ts'

/** To throw: there is no such page, or nothing of this name that the operator may see. */
export function notFound(page: ConsoleRequest): Response {
  return failure(page, 404, 'not_found', [exit(page, 'home', '/')])
}

/** To throw: the operator's role does not include this. */
export function forbidden(page: ConsoleRequest, reason?: string): Response {
  return failure(page, 403, 'forbidden', [exit(page, 'home', '/')], reason)
}

/** To throw: a link that opens something once opens nothing any more. */
export function linkGone(page: ConsoleRequest, which: 'set_up' | 'invitation'): Response {
  return failure(page, 410, `${which}_gone`, [exit(page, 'home', '/')])
}

/** To throw: nobody answers at the operators' identity service. */
export function unreachable(page: ConsoleRequest): Response {
  return failure(page, 503, 'unreachable', [exit(page, 'again', page.here)])
}

/** To throw: the operators' identity service refused a call that the console has to make. */
export function identityRefused(page: ConsoleRequest, { status, envelope }: ErrorAnswer): Response {
  const { reason, message } = envelope.error
  const exits = [exit(page, 'again', page.here), exit(page, 'home', '/')]
  return failure(page, status >= 500 ? 502 : status, 'identity_refused', exits, reason ?? message)
}

/** To throw: the control plane refused to show something. */
export function refusedByControlPlane(page: ConsoleRequest, status: number, reason: string): Response {
  if (status === 404) return notFound(page)
  if (status === 403) return forbidden(page, reason)
  return failure(page, status, 'refused', [exit(page, 'again', page.here), exit(page, 'home', '/')], reason)
}

function failure(
  page: ConsoleRequest,
  status: number,
  name: string,
  exits: readonly FailureExit[],
  reason?: string,
): Response {
  const { t, requestId } = page
  const said: Failure = {
    title: t(`console:failure.${name}.title`),
    text: t(`console:failure.${name}.text`, { brand: page.brand.name }),
    reason,
    reference: requestId,
    exits,
  }
  return Response.json(said, { status })
}

function exit({ t }: ConsoleRequest, name: 'again' | 'home', href: string): FailureExit {
  return { label: t(`console:exit.${name}`), href }
}
