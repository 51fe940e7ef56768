import { flowExpired } from '../../messages/flow-errors.ts'
import { recoveryLinkInvalid } from '../../messages/recovery.ts'
import type { RecoveryNeeds } from '../needs.ts'
import { methodDisabled } from '../steps/guards.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { isPreview } from '../http/prefetch.ts'
import { findFlow, requestUrl, submitRefusal } from '../http/query.ts'
import { retry } from '../steps/retry.ts'
import type { RequestContext } from '../http/request-context.ts'
import { finishRecovery } from './finish.ts'
import { openRecovery } from './form.ts'
import { recoveryDisabled } from './steps.ts'

/** Opens a recovery link: a session and the settings, or a new flow that says why not. Always in a browser. */
export async function openRecoveryLink(
  context: RecoveryNeeds,
  request: RequestContext,
  token: string,
): Promise<Outcome> {
  const id = request.query.get('flow')
  const found = await findFlow(context, 'recovery', id)
  if (!found) return refused(undefined, submitRefusal('recovery', id))
  const flow = { ...found, kind: 'recovery', type: 'browser' } as const
  if (!context.config.selfservice.flows.recovery.enabled) return refused(flow, recoveryDisabled)
  const links = context.strategies.find((strategy) => strategy.links)?.links
  if (!links) return refused(flow, methodDisabled)
  // A link that opens nothing cannot be used up.
  if (isPreview(request) && (await links.knows('recovery', flow, token)))
    return { kind: 'redirect', status: 303, location: flowPage(context.config, flow) }

  const outcome = await links.open('recovery', flow, token, request.now)
  if (outcome.kind === 'opened') {
    const { identityId, address } = outcome
    const proof = flow.details.adminCreated ? {} : { address }
    const recovered = { kind: 'recovered', identityId, method: 'link_recovery', ...proof } as const
    return context.events.during({ flow, request, method: 'link' }, () =>
      finishRecovery(context, { flow, request }, recovered),
    )
  }
  const message = outcome.kind === 'expired' ? flowExpired('recovery', outcome.expiredAt) : recoveryLinkInvalid()
  await context.events.failed(flow, { form: [message] }, 'link')
  const again = { ...flow, requestUrl: requestUrl(context.config.publicBaseUrl, request) }
  return retry(context, { ...request, wantsJson: false }, again, (again) => openRecovery(context, again), {
    message,
    rotates: true,
  })
}
