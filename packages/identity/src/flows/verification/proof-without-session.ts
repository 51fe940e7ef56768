import { isInputNode, type Message } from '@gatehouse/contract/flows'

import { hasProvedAddress } from '../../identities/proved-address.ts'
import { keepByAccount } from '../../messages/verification.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import { visitor } from '../steps/sign-in.ts'
import { isOwnProof } from './own-proof.ts'

/**
 * Says, where a flow waits for its code or link, what a first proof without the account's session removes: afterwards
 * it is too late. Nothing of what is said depends on whether the address belongs to an account, but where the client
 * has opened the link of its mail.
 */
export async function sayWhatProofRemoves(
  context: Pick<FlowContext, 'identities' | 'sessions'>,
  request: RequestContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'flow' || outcome.flow.state !== 'sent_email') return outcome
  const { flow } = outcome
  if (!(await isWithoutAccount(context, request, flow))) return outcome
  const messages = flow.messages.map((message): Message => keepByAccount[message.id]?.() ?? message)
  return { ...outcome, flow: { ...flow, messages } }
}

async function isWithoutAccount(
  context: Pick<FlowContext, 'identities' | 'sessions'>,
  request: RequestContext,
  flow: StoredFlow,
): Promise<boolean> {
  const { details, identityId } = flow
  if (details.begunBy !== undefined && identityId !== undefined) {
    const identity = await context.identities.find(identityId)
    return (
      identity !== undefined &&
      !hasProvedAddress(identity) &&
      !(await isOwnProof(context, { flow, request }, identityId))
    )
  }
  const address = flow.nodes.find((node) => isInputNode(node) && node.attributes.name === 'email')?.attributes
  const own = (await visitor(context, request))?.identity.verifiableAddresses ?? []
  return !own.some(({ value }) => address?.node_type === 'input' && value === address.value)
}
