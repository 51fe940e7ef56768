import type { StoredFlow } from '../../flows/model/flow.ts'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import { subjectOf, verificationMessage } from '../../flows/verification/subject.ts'
import type { VerificationEvent } from '../../flows/verification/transitions.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { normalizeIdentifier } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import { verificationLinkSent } from '../../messages/verification.ts'
import { channelOf } from '../code/address.ts'
import { minutesOf } from '../code/dependencies.ts'
import { fieldRejection, malformedAddress } from '../../flows/ports/strategy-input.ts'
import type { Ask } from '../../flows/ports/strategy-outcome.ts'
import { type VerificationCapability, type VerificationSubject } from '../../flows/ports/strategy.ts'
import type { LinkDependencies } from './dependencies.ts'
import { linkTo } from './links.ts'
import { linkNodes } from './nodes.ts'
import type { LinkTokens } from './tokens.ts'

/** Proving by a link that an address is one's own. An unknown address gets the same answer as a known one. */
export function linkVerification(dependencies: LinkDependencies, tokens: LinkTokens): VerificationCapability {
  const { config, courier } = dependencies
  const { lifespanMs } = config.selfservice.methods.link

  function send(
    flow: StoredFlow,
    typed: string,
    subject: VerificationSubject,
    { now, transientPayload }: Parameters<VerificationCapability['begin']>[3],
  ): Ask<VerificationEvent> {
    const address = normalizeIdentifier(typed)
    return {
      kind: 'ask',
      event: 'code_sent',
      active: 'link',
      nodes: linkNodes(typed),
      messages: [verificationLinkSent()],
      status: 200,
      sends: {
        to: [address],
        write: async (allowance) => {
          // A token and a message in every case keep the work, and so the time, the same for unknown addresses.
          const expiresAt = now + lifespanMs
          const identityId = subject.kind === 'account' ? subject.identity.id : undefined
          const token = await tokens.issue({ flowId: flow.id, purpose: 'verification', address, identityId, expiresAt })
          const type = channelOf(address) === 'email' ? 'email' : 'phone'
          const about = (person: Identity | undefined) => messageSubject(flow, transientPayload, person)
          const data = { link: linkTo(config, flow, token), minutes: minutesOf(lifespanMs) }
          const texts = {
            proof: { template: 'verification_valid', data },
            unknown: { template: 'verification_invalid', data: {} },
          } as const
          await courier.enqueue(
            { type, recipient: address, ...verificationMessage(config, subject, about, texts) },
            allowance,
          )
        },
      },
    }
  }

  return {
    faultsOf: malformedAddress,
    nodes: () => linkNodes(),
    needsCsrfToken: () => true,
    submit: async ({ flow, fields, now }) => {
      const email = textField(fields, 'email')
      if (email.kind !== 'text') return { ...fieldRejection('email', email), values: { email: '' } }
      const malformed = malformedAddress(fields)
      if (malformed) return { ...malformed, values: { email: undefined } }
      const subject = await subjectOf(dependencies, flow, normalizeIdentifier(email.value))
      return send(flow, email.value, subject, { now, transientPayload: transientPayload(fields) })
    },
    begin: (flow, address, subject, cause) => send(flow, address.value, subject, cause),
    follow: async () => undefined,
  }
}
