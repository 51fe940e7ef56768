import type { UiNode } from '@gatehouse/contract/flows'
import { isEmail } from '@gatehouse/contract/identities'
import { textField, textOf, transientPayload, type Fields } from '../../flows/http/submission.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { VerificationEvent } from '../../flows/model/transitions.ts'
import { fieldRejection } from '../../flows/ports/strategy-input.ts'
import type { Ask, Rejected } from '../../flows/ports/strategy-outcome.ts'
import type {
  AddressAttempt,
  VerificationCapability,
  VerificationOutcome,
  VerificationSubject,
} from '../../flows/ports/strategy.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { publicUrl, withParameters } from '../../flows/presentation/present.ts'
import { completedBy, subjectOf, verificationMessage } from '../../flows/verification/subject.ts'
import { normalizeAddress, normalizePhone } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import { verificationCodeLabel } from '../../messages/labels.ts'
import { invalidPhone } from '../../messages/traits.ts'
import { generic, invalidEmail } from '../../messages/validation.ts'
import {
  phoneVerificationCodeSent,
  verificationCodeInvalid,
  verificationCodeSent,
} from '../../messages/verification.ts'
import { setValues, type FieldMessage } from '../../nodes/change.ts'
import { csrfNode } from '../../nodes/node.ts'
import { minutesOf, type CodeDependencies } from './dependencies.ts'
import { channelOf, codeField, notCompared } from './input.ts'
import { addressNodes, codeFieldNodes, resendToNode } from './nodes.ts'

/** Proving with a code that an address is one's own. An unknown address gets the same answer as a known one. */
export function codeVerification(dependencies: CodeDependencies): VerificationCapability {
  const { config, codes, schemas } = dependencies
  const takesPhones = () => schemas.all.some(({ verifiesPhones }) => verifiesPhones)

  return {
    faultsOf: (fields) => faultsOf(dependencies, fields),
    nodes: ({ type }) => [
      ...addressNodes(config.improvements.phonesAreAskedFor && takesPhones() ? 'text' : 'email'),
      ...(type === 'browser' ? [csrfNode()] : []),
    ],
    needsCsrfToken: (fields) => !hasCode(fields),
    submit: async (attempt) => {
      const code = codeField(attempt.fields)
      if (code.kind === 'text') return verify(dependencies, attempt, code.value)
      return code.kind === 'missing' ? sendToTyped(dependencies, attempt) : fieldRejection('code', code)
    },
    begin: (flow, address, subject, cause) => send(dependencies, flow, address.value, subject, cause),
    follow: async (attempt) => {
      const { flow, fields } = attempt
      const code = codeField(fields)
      if (code.kind !== 'text' || flow.state !== 'sent_email') return undefined
      if ((await codes.recognize(flow.id, 'verification', code.value, attempt)).kind !== 'right') return undefined
      return setValues(flow.nodes, { code: code.value }) satisfies UiNode[]
    },
  }
}

function send(
  dependencies: CodeDependencies,
  flow: StoredFlow,
  typed: string,
  subject: VerificationSubject,
  { now, transientPayload }: Parameters<VerificationCapability['begin']>[3],
): Ask<VerificationEvent> {
  const { config, codes, courier } = dependencies
  const { lifespanMs } = config.selfservice.methods.code
  const via = channelOf(typed)
  const address = normalizeAddress(typed, via)
  return {
    kind: 'ask',
    event: 'code_sent',
    active: 'code',
    nodes: [
      ...codeFieldNodes(verificationCodeLabel()),
      ...(flow.type === 'browser' ? [csrfNode()] : []),
      resendToNode(typed),
    ],
    messages: [via === 'sms' ? phoneVerificationCodeSent() : verificationCodeSent()],
    status: 200,
    details: { address, submissions: 0 },
    sends: {
      to: [address],
      write: async (allowance) => {
        // A code and a message in every case keep the work, and so the time, the same for unknown addresses.
        const code = await codes.issue({
          flowId: flow.id,
          purpose: 'verification',
          address,
          identityId: subject.kind === 'account' ? subject.identity.id : undefined,
          expiresAt: now + lifespanMs,
        })
        const type = via === 'email' ? 'email' : 'phone'
        const about = (person: Identity | undefined) => messageSubject(flow, transientPayload, person)
        const start = publicUrl(config.publicBaseUrl, '/self-service/verification')
        const link = withParameters(start, { code, flow: flow.id })
        const data = { code, link, minutes: minutesOf(lifespanMs) }
        const texts = {
          proof: { template: 'verification_code_valid', data },
          unknown: via === 'email' ? ({ template: 'verification_code_invalid', data: {} } as const) : undefined,
        } as const
        await courier.enqueue(
          { type, recipient: address, ...verificationMessage(config, subject, about, texts) },
          allowance,
        )
      },
    },
  }
}

async function sendToTyped(
  dependencies: CodeDependencies,
  { flow, fields, now }: AddressAttempt,
): Promise<VerificationOutcome> {
  const email = textField(fields, 'email')
  if (email.kind !== 'text') return { ...fieldRejection('email', email), values: { email: '' } }
  // A resend uses the address of the flow, which may be a phone number.
  const address = normalizeAddress(email.value, channelOf(email.value))
  const faults = address === flow.details.address ? [] : addressFaults(dependencies, fields)
  if (faults.length > 0) return { kind: 'rejected', fields: faults, values: { email: undefined } }
  const subject = await subjectOf(dependencies, flow, address)
  return send(dependencies, flow, email.value, subject, { now, transientPayload: transientPayload(fields) })
}

async function verify(
  dependencies: CodeDependencies,
  attempt: AddressAttempt,
  digits: string,
): Promise<VerificationOutcome> {
  const { codes } = dependencies
  const result = await codes.check(attempt.flow.id, 'verification', digits, attempt)
  if (result.kind === 'right') {
    const { identityId, address } = result.code
    if (identityId !== undefined) return { kind: 'verified', identityId, address }
    const what = completedBy(attempt.flow, address)
    if (what) return { kind: 'completes', what, address }
  }
  const unseen = notCompared(result, attempt.now)
  return unseen ?? { kind: 'rejected', form: [verificationCodeInvalid()], status: 200 }
}

function addressFaults(dependencies: CodeDependencies, fields: Fields): readonly FieldMessage[] {
  const { schemas } = dependencies
  const takesPhones = () => schemas.all.some(({ verifiesPhones }) => verifiesPhones)
  const { value: typed } = { value: '', ...textField(fields, 'email') }
  if (typed === '' || isEmail(typed)) return []
  if (!takesPhones() || channelOf(typed) !== 'sms') return [{ field: 'email', message: invalidEmail(typed) }]
  return normalizePhone(typed) === undefined ? [{ field: 'email', message: invalidPhone(typed) }] : []
}

function faultsOf(dependencies: CodeDependencies, fields: Fields): Rejected | undefined {
  const method = textOf(fields, 'method')
  const isOther = method !== undefined && method !== 'code' && method !== 'link'
  const ofMethod = isOther ? [{ field: 'method', message: generic('The method has to be "code" or "link".') }] : []
  const faults = [...addressFaults(dependencies, fields), ...ofMethod]
  return faults.length > 0 ? { kind: 'rejected', fields: faults } : undefined
}

function hasCode(fields: AddressAttempt['fields']): boolean {
  return textField(fields, 'code').kind === 'text'
}
