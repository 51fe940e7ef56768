import { flowExpired } from '../../messages/flow-errors.ts'
import { verificationLinkInvalid } from '../../messages/verification.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CompletionNeeds } from '../needs.ts'
import type { StoredFlow } from '../model/flow.ts'
import { methodDisabled } from '../steps/guards.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { isPreview } from '../http/prefetch.ts'
import { requestUrl } from '../http/query.ts'
import { revise } from '../steps/revise.ts'
import { retry } from '../steps/retry.ts'
import { withSecret } from '../http/request-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import { complete } from './complete.ts'
import { openVerification } from './form.ts'
import { finish } from './steps.ts'

/** Opens a verification link: the address is proved, or a new flow says why not. Always in a browser. */
export async function openVerificationLink(
  context: CompletionNeeds & Pick<FlowContext, 'strategies'>,
  request: RequestContext,
  found: StoredFlow,
  token: string,
): Promise<Outcome> {
  const flow = { ...found, kind: 'verification', type: 'browser' } as const
  const links = context.strategies.find((strategy) => strategy.links)?.links
  if (!links) return refused(flow, methodDisabled)
  const page = { kind: 'redirect', status: 303, location: flowPage(context.config, flow) } as const
  // A link that opens nothing cannot be used up.
  if (isPreview(request) && (await links.knows('verification', flow, token))) return page

  const outcome = await links.open('verification', flow, token, request.now)
  if (outcome.kind === 'opened' || outcome.kind === 'completes') {
    const done =
      outcome.kind === 'opened'
        ? await finish(context, { flow, request }, 'link', outcome)
        : await complete[outcome.what](context, { flow, request }, 'link', outcome.address)
    if (done.kind === 'flow' && done.flow.state === 'passed_challenge') {
      const { secret, cookies } = done.secret ? { secret: done.secret, cookies: [] } : withSecret(request, context.csrf)
      // The finished flow belongs to the browser that opened the link: it shows what comes next.
      await revise(context, found, async (fresh) => (fresh.csrfHash === undefined ? {} : { csrfHash: secret.hash }))
      return { ...page, cookies: [...cookies, ...(done.cookies ?? [])] }
    }
    if (done.kind !== 'flow' || done.status !== 200) return done
  }
  const message =
    outcome.kind === 'expired' ? flowExpired('verification', outcome.expiredAt) : verificationLinkInvalid()
  if (outcome.kind === 'expired' || outcome.kind === 'invalid')
    await context.events.failed(flow, { form: [message] }, 'link')
  const again = { ...flow, requestUrl: requestUrl(context.config.publicBaseUrl, request) }
  return retry(context, { ...request, wantsJson: false }, again, (again) => openVerification(context, again), {
    message,
    rotates: true,
  })
}
