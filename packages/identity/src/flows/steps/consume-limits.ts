import type { Budget, Taken } from '../../limits/policy.ts'
import type { MessagesTaken } from '../../limits/messages.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { identifierSpellings } from '../../identities/address.ts'
import type { LimitSubject } from '../ports/strategy.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'

/**
 * Consumes the sign-in limits: one per method and account, one per client network. Per method, so that a stranger's
 * password guesses do not block the owner's code or passkey. Unknown identifiers count like known ones. If the session
 * determines the account, the submitted identifier is ignored.
 */
export async function consumeLoginLimits(
  context: Pick<FlowContext, 'limits'>,
  { headers, now }: Pick<RequestContext, 'headers' | 'now'>,
  method: string,
  limitSubject: Exclude<LimitSubject, { kind: 'code' }>,
): Promise<Taken> {
  const network = visitorNetwork(headers)
  const accounts = limitSubject.kind === 'name' ? identifierSpellings(limitSubject.name).slice(-1) : idOf(limitSubject)
  return context.limits.take(
    [
      ...accounts.map((account): Budget => ({ kind: 'signInsPerAccount', subject: `${method}\n${account}` })),
      ...(network === undefined ? [] : [{ kind: 'signInsPerAddress', subject: network } as const]),
    ],
    now,
  )
}

function idOf(limitSubject: Exclude<LimitSubject, { kind: 'code' | 'name' }>): readonly string[] {
  return limitSubject.kind === 'account' ? [limitSubject.identityId] : []
}

/** Consumes the limits of messages, in the transaction that writes them into the outbox. */
export async function consumeMessageLimits(
  { messageLimits }: Pick<FlowContext, 'messageLimits'>,
  { headers, now }: Pick<RequestContext, 'headers' | 'now'>,
  to: readonly string[],
): Promise<MessagesTaken> {
  return messageLimits.take(to, visitorNetwork(headers), now)
}
