import type { Refusal } from '../../http/answer.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { HookVerdict, OpeningEvent } from '../ports/web-hooks.ts'
import { visitor } from './sign-in.ts'

/** Calls the `before` hooks of a flow that has just begun; if one of them refuses, the flow is not returned. */
export async function runHooksBefore(
  context: Pick<FlowContext, 'config' | 'sessions' | 'transactions' | 'webHooks'>,
  request: RequestContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'flow') return outcome
  const { flow, cookies, secret } = outcome
  const hooks = context.config.selfservice.flows[flow.kind].before
  if (hooks.length === 0) return outcome
  // The account of a settings flow is known; that of any other flow only at its end.
  const signedIn = flow.kind === 'settings' ? await visitor(context, request) : undefined
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
