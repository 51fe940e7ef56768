import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import { normalizeIdentifier } from '../../identities/address.ts'
import { findRecoverable } from '../../identities/proved-address.ts'
import { recoveryLinkSent } from '../../messages/recovery.ts'
import { minutesOf } from '../code/dependencies.ts'
import { fieldRejection, malformedAddress } from '../../flows/ports/strategy-input.ts'
import { type RecoveryCapability } from '../../flows/ports/strategy.ts'
import type { LinkDependencies } from './dependencies.ts'
import { linkTo } from './links.ts'
import { linkNodes } from './nodes.ts'
import type { LinkTokens } from './tokens.ts'

/** Recovering an account by a link. An unknown address gets the same answer as a known one. */
export function linkRecovery(dependencies: LinkDependencies, tokens: LinkTokens): RecoveryCapability {
  const { config, identities, courier } = dependencies
  const { lifespanMs } = config.selfservice.methods.link
  const { notifyUnknownRecipients } = config.selfservice.flows.recovery
  return {
    faultsOf: malformedAddress,
    initialState: 'choose_method',
    nodes: () => linkNodes(),
    submit: async ({ flow, fields, now }) => {
      const email = textField(fields, 'email')
      if (email.kind !== 'text') return fieldRejection('email', email)
      const malformed = malformedAddress(fields)
      if (malformed) return malformed
      const address = normalizeIdentifier(email.value)
      const identity = await findRecoverable(identities, address)
      return {
        kind: 'ask',
        event: 'code_sent',
        active: 'link',
        nodes: linkNodes(email.value),
        messages: [recoveryLinkSent()],
        status: 200,
        sends: {
          to: [address],
          write: async (allowance) => {
            // A token and a message without a recipient keep the work, and so the time, the same for unknown addresses.
            const expiresAt = now + lifespanMs
            const request = {
              flowId: flow.id,
              purpose: 'recovery',
              address,
              identityId: identity?.id,
              expiresAt,
            } as const
            const link = linkTo(config, flow, await tokens.issue(request))
            const known = { template: 'recovery_valid', data: { link, minutes: minutesOf(lifespanMs) } } as const
            await courier.enqueue(
              {
                type: 'email',
                recipient: address,
                about: messageSubject(flow, transientPayload(fields), identity),
                ...(identity || !notifyUnknownRecipients ? known : { template: 'recovery_invalid', data: {} }),
                isWithheld: !identity && !notifyUnknownRecipients,
              },
              allowance,
            )
          },
        },
      }
    },
  }
}
