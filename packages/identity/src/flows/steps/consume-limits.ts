import type { Budget, Taken } from '../../limits/policy.ts'
import type { MessagesTaken } from '../../limits/messages.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { identifierSpellings } from '../../identities/address.ts'
import type { LimitSubject } from '../ports/strategy.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'

/**
 * Counts a sign-in against its limits: by account and method, so that a person who is locked out of passwords by a
 * stranger's guesses can still sign in by code or passkey, and by address. Unknown names count alike; a name that
 * comes with the proof of a session counts for nothing.
 */
export async function takeSignIn(
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

/** Counts messages against their limits before they are written into the outbox, in the same transaction. */
export async function takeMessages(
  { messageLimits }: Pick<FlowContext, 'messageLimits'>,
  { headers, now }: Pick<RequestContext, 'headers' | 'now'>,
  to: readonly string[],
): Promise<MessagesTaken> {
  return messageLimits.take(to, visitorNetwork(headers), now)
}
