import type { UiNode } from '@gatehouse/contract/flows'

import { normalizeIdentifier } from '../../identities/address.ts'
import { findRecoverable } from '../../identities/proved-address.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import { continueLabel, recoveryCodeLabel } from '../../messages/labels.ts'
import { recoveryCodeInvalid, recoveryCodeSent } from '../../messages/recovery.ts'
import { csrfNode, hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'
import { fieldRejection, malformedAddress } from '../../flows/ports/strategy-input.ts'
import {
  type AddressAttempt,
  type AdminRecoveryCapability,
  type RecoveryCapability,
  type RecoveryOutcome,
} from '../../flows/ports/strategy.ts'
import type { Codes } from './codes.ts'
import { minutesOf, type CodeDependencies } from './dependencies.ts'
import { codeField, notCompared } from './input.ts'
import { addressNodes, resendToNode } from './nodes.ts'

/** Recovering an account with a code. An unknown address gets the same answer as a known one. */
export function codeRecovery({ config, identities, codes, courier }: CodeDependencies): RecoveryCapability {
  const { lifespanMs } = config.selfservice.methods.code
  const { notifyUnknownRecipients } = config.selfservice.flows.recovery

  async function send({ flow, fields, now }: AddressAttempt): Promise<RecoveryOutcome> {
    const email = textField(fields, 'email')
    if (email.kind !== 'text') return fieldRejection('email', email)
    const malformed = malformedAddress(fields)
    if (malformed) return malformed
    const address = normalizeIdentifier(email.value)
    const identity = await findRecoverable(identities, address)
    return {
      kind: 'ask',
      event: 'code_sent',
      active: 'code',
      nodes: [csrfNode(), ...recoveryCodeNodes(), resendToNode(email.value)],
      messages: [recoveryCodeSent()],
      status: 200,
      details: { address, submissions: 0 },
      sends: {
        to: [address],
        write: async (allowance) => {
          // A code and a message without a recipient keep the work, and so the time, the same for unknown addresses.
          const code = await codes.issue({
            flowId: flow.id,
            purpose: 'recovery',
            address,
            identityId: identity?.id,
            expiresAt: now + lifespanMs,
          })
          const known = { template: 'recovery_code_valid', data: { code, minutes: minutesOf(lifespanMs) } } as const
          await courier.enqueue(
            {
              type: 'email',
              recipient: address,
              about: messageSubject(flow, transientPayload(fields), identity),
              ...(identity || !notifyUnknownRecipients ? known : { template: 'recovery_code_invalid', data: {} }),
              isWithheld: !identity && !notifyUnknownRecipients,
            },
            allowance,
          )
        },
      },
    }
  }

  return {
    faultsOf: malformedAddress,
    initialState: 'choose_method',
    nodes: () => [csrfNode(), ...addressNodes()],
    submit: async (attempt) => {
      const { flow, fields } = attempt
      // A repeated address requests another code. An administrator's flow has no address, and so cannot request one.
      const asksAgain = textField(fields, 'email').kind !== 'missing' && !flow.details.adminCreated
      if (flow.state !== 'sent_email' || asksAgain) return send(attempt)
      const code = codeField(fields)
      return code.kind === 'text' ? verifyRecoveryCode(codes, attempt, code.value) : fieldRejection('code', code)
    },
  }
}

/** Checks a code and returns the account that it opens. */
export async function verifyRecoveryCode(
  codes: Codes,
  attempt: AddressAttempt,
  digits: string,
): Promise<RecoveryOutcome> {
  const { flow, now } = attempt
  const result = await codes.check(flow.id, 'recovery', digits, attempt)
  if (result.kind === 'exhausted') return result
  if (result.kind !== 'right' || result.code.identityId === undefined) {
    const unseen = notCompared(result, now)
    if (unseen) return unseen
    return { kind: 'rejected', form: [recoveryCodeInvalid()], status: 200 }
  }
  const { identityId, address } = result.code
  // An administrator's code was sent to no address, so it proves none.
  const proof = flow.details.adminCreated ? {} : { address }
  return { kind: 'recovered', identityId, method: 'code_recovery', ...proof }
}

function recoveryCodeNodes(): UiNode[] {
  return [codeInput(), hiddenNode('code', 'method', 'code'), submitNode('code', 'method', 'code', continueLabel())]
}

/**
 * Codes that an administrator hands out: the form has only the code. They were sent to no address, so they prove none.
 */
export function codeAdminRecovery({ codes }: Pick<CodeDependencies, 'codes'>): AdminRecoveryCapability {
  return {
    nodes: () => [codeInput(), submitNode('code', 'method', 'code', continueLabel())],
    issue: ({ id: flowId, expiresAt }, identityId) =>
      codes.issue({ flowId, purpose: 'recovery', address: '', identityId, expiresAt }),
  }
}

/** Returns the field for a recovery code. */
export function codeInput(): UiNode {
  return inputNode('code', 'code', 'text', { required: true, pattern: '[0-9]+', maxlength: 6 }, recoveryCodeLabel())
}
