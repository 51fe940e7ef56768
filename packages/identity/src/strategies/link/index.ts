import type { UiNode } from '@gatehouse/contract/flows'

import { textField, transientPayload } from '../../flows/http/submission.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { VerificationEvent } from '../../flows/model/transitions.ts'
import { fieldRejection, malformedAddress } from '../../flows/ports/strategy-input.ts'
import type { Ask } from '../../flows/ports/strategy-outcome.ts'
import type {
  AdminRecoveryCapability,
  MagicLinkCapability,
  LinkOutcome,
  RecoveryCapability,
  Strategy,
  VerificationCapability,
  VerificationSubject,
} from '../../flows/ports/strategy.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { publicUrl, withParameters } from '../../flows/presentation/present.ts'
import { completedBy, subjectOf, verificationMessage } from '../../flows/verification/subject.ts'
import { normalizeIdentifier } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import { findRecoverable } from '../../identities/proved-address.ts'
import { continueLabel, emailLabel } from '../../messages/labels.ts'
import { recoveryLinkSent } from '../../messages/recovery.ts'
import { verificationLinkSent } from '../../messages/verification.ts'
import { csrfNode, inputNode, submitNode } from '../../nodes/node.ts'
import { minutesOf } from '../code/dependencies.ts'
import { channelOf } from '../code/input.ts'
import { createLinkTokens, type LinkDependencies, type LinkTokens } from './tokens.ts'

/** Creates the strategy of one-time links by mail, for the flows of the configuration. */
export function linkStrategy(dependencies: LinkDependencies): Strategy {
  const { flows } = dependencies.config.selfservice
  const tokens = createLinkTokens(dependencies)
  return {
    id: 'link',
    magicLinks: linkCapability(dependencies, tokens),
    adminRecovery: linkAdminRecovery(dependencies, tokens),
    ...(flows.recovery.use === 'link' && { recovery: linkRecovery(dependencies, tokens) }),
    ...(flows.verification.use === 'link' && { verification: linkVerification(dependencies, tokens) }),
  }
}

/** Recovering an account by a link. An unknown address gets the same answer as a known one. */
function linkRecovery(dependencies: LinkDependencies, tokens: LinkTokens): RecoveryCapability {
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

/** Proving by a link that an address is one's own. An unknown address gets the same answer as a known one. */
function linkVerification(dependencies: LinkDependencies, tokens: LinkTokens): VerificationCapability {
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

/** Returns the address for a message. */
function linkTo(config: LinkDependencies['config'], flow: StoredFlow, token: string): string {
  const base = config.selfservice.methods.link.baseUrl ?? config.publicBaseUrl
  return withParameters(publicUrl(base, `/self-service/${flow.kind}`), { flow: flow.id, token })
}

/** Opening links. */
function linkCapability({ identities }: LinkDependencies, tokens: LinkTokens): MagicLinkCapability {
  return {
    knows: (purpose, flow, token) => tokens.knows(flow.id, purpose, token),
    open: async (purpose, flow, token, now): Promise<LinkOutcome> => {
      const result = await tokens.check(flow.id, purpose, token, now)
      if (result.kind === 'expired') return result
      if (result.kind === 'wrong') return { kind: 'invalid' }
      const { identityId, address } = result.token
      if (identityId === undefined) {
        const what = completedBy(flow, address)
        return what ? { kind: 'completes', what, address } : { kind: 'invalid' }
      }
      const identity = await identities.find(identityId)
      const addresses = purpose === 'recovery' ? identity?.recoveryAddresses : identity?.verifiableAddresses
      // An administrator's link was sent to no address; any other one must still reach its owner.
      const isTheirs = flow.details.adminCreated === true || addresses?.some(({ value }) => value === address)
      return identity && isTheirs ? { kind: 'opened', identityId, address } : { kind: 'invalid' }
    },
  }
}

/** Links that an administrator hands out. They were sent to no address, so they prove none. */
function linkAdminRecovery({ config }: LinkDependencies, tokens: LinkTokens): AdminRecoveryCapability {
  return {
    nodes: () => linkNodes(),
    issue: async (flow, identityId) => {
      const { id: flowId, expiresAt } = flow
      return linkTo(
        config,
        flow,
        await tokens.issue({ flowId, purpose: 'recovery', address: '', identityId, expiresAt }),
      )
    },
  }
}

/** Returns the field for the address of a link, or the address that it was sent to. */
function linkNodes(address?: string): UiNode[] {
  const options = { required: true, ...(address !== undefined && { value: address }) }
  return [
    csrfNode(),
    inputNode('link', 'email', 'email', options, emailLabel()),
    submitNode('link', 'method', 'link', continueLabel()),
  ]
}
