import { isDeepStrictEqual } from 'node:util'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import { fieldRejection } from '../../flows/ports/strategy-input.ts'
import type { RegistrationAttempt, RegistrationCapability, RegistrationOutcome } from '../../flows/ports/strategy.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { withProvedAddresses } from '../../identities/proved-address.ts'
import { registrationCodeLabel } from '../../messages/labels.ts'
import {
  backLabel,
  noIdentifierFound,
  registrationCodeInvalid,
  registrationCodeSent,
  sendSignUpCodeLabel,
  traitsChanged,
} from '../../messages/registration.ts'
import { hidden } from '../../nodes/change.ts'
import { csrfNode, submitNode } from '../../nodes/node.ts'
import { minutesOf, type CodeDependencies } from './dependencies.ts'
import { channelOf, codeField, notCompared } from './input.ts'
import { codeFieldNodes, resendNode } from './nodes.ts'

/** Signing up with a code. The account is created only after the right code, with its address proved. */
export function codeRegistration({ config, codes, courier }: CodeDependencies): RegistrationCapability {
  const { lifespanMs } = config.selfservice.methods.code
  const hasScreens = config.selfservice.flows.registration.style === 'profile_first'

  function send({ flow, fields, traits, traitNodes, draft, now }: RegistrationAttempt): RegistrationOutcome {
    const addresses = draft.credentials.code?.identifiers ?? []
    if (addresses.length === 0) return { kind: 'rejected', form: [noIdentifierFound()] }
    return {
      kind: 'ask',
      event: 'code_sent',
      active: 'code',
      nodes: [
        csrfNode(),
        ...hidden(traitNodes),
        ...codeFieldNodes(registrationCodeLabel()),
        resendNode(),
        ...(hasScreens ? [submitNode('profile', 'screen', 'credential-selection', backLabel())] : []),
      ],
      messages: [registrationCodeSent()],
      details: { traits, submissions: 0 },
      sends: {
        to: addresses,
        write: async (allowance) => {
          for (const [index, address] of addresses.entries()) {
            const issue = index === 0 ? codes.issue : codes.issueAlso
            const code = await issue({
              flowId: flow.id,
              purpose: 'registration',
              address,
              identityId: undefined,
              expiresAt: now + lifespanMs,
            })
            await courier.enqueue(
              {
                type: channelOf(address) === 'email' ? 'email' : 'phone',
                recipient: address,
                template: 'registration_code_valid',
                data: { code, minutes: minutesOf(lifespanMs) },
                about: messageSubject(flow, transientPayload(fields), draft),
              },
              allowance,
            )
          }
        },
      },
    }
  }

  async function verify(attempt: RegistrationAttempt, digits: string): Promise<RegistrationOutcome> {
    const { flow, traits, draft, now } = attempt
    if (!isDeepStrictEqual(plain(traits), plain(flow.details.traits)))
      return { kind: 'rejected', form: [traitsChanged()] }
    const result = await codes.check(flow.id, 'registration', digits, attempt)
    if (result.kind !== 'right')
      return notCompared(result, now) ?? { kind: 'rejected', form: [registrationCodeInvalid()] }
    return { kind: 'accepted', method: 'code', identity: withProvedAddresses(draft, [result.code.address], now) }
  }

  return {
    nodes: ({ screen }) => (screen === 'profile' ? [] : [submitNode('code', 'method', 'code', sendSignUpCodeLabel())]),
    submit: async (attempt) => {
      const code = codeField(attempt.fields)
      const resend = textField(attempt.fields, 'resend').kind === 'text'
      if (!isWaiting(attempt.flow) || resend) return send(attempt)
      return code.kind === 'text' ? verify(attempt, code.value) : fieldRejection('code', code)
    },
  }
}

function isWaiting(flow: StoredFlow): boolean {
  return flow.state === 'sent_email' && flow.details.traits !== undefined
}

/** Returns a value without prototypes and `undefined`, as the database returns it. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
