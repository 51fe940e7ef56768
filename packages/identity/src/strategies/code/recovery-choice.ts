import type { Message, UiNode } from '@gatehouse/contract/flows'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import { fieldRejection, malformedAddress } from '../../flows/ports/strategy-input.ts'
import { type AddressAttempt, type RecoveryCapability, type RecoveryOutcome } from '../../flows/ports/strategy.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { identifierSpellings } from '../../identities/address.ts'
import type { Identity, RecoveryAddress } from '../../identities/identity.ts'
import { findRecoverable, mayOpen } from '../../identities/proved-address.ts'
import {
  continueLabel,
  emailLabel,
  phoneLabel,
  rawLabel,
  recoveryAddressLabel,
  resendCodeLabel,
} from '../../messages/labels.ts'
import {
  chooseRecoveryAddress,
  recoveryCodeSentTo,
  typeFullAddress,
  recoveryBackLabel,
} from '../../messages/recovery.ts'
import { csrfNode, hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'
import { channelOf } from './address.ts'
import { minutesOf, type CodeDependencies } from './dependencies.ts'
import { codeField } from './input.ts'
import { addressDigest, maskAddress } from './masked-address.ts'
import { codeRecovery, verifyRecoveryCode, codeInput } from './recovery.ts'

/**
 * Recovery with a choice of the address that gets the code. A person who knows one address must not learn the others,
 * so they are masked, and the chosen one has to be typed in full. An unknown address behaves like the only address of
 * an account.
 */
export function chosenRecovery(dependencies: CodeDependencies): RecoveryCapability {
  const { config, identities, codes, courier } = dependencies
  const { lifespanMs } = config.selfservice.methods.code
  const { notifyUnknownRecipients } = config.selfservice.flows.recovery
  // Flows that were begun without the choice, and those of administrators.
  const plain = codeRecovery(dependencies)

  const ownerOf = async (typed: string): Promise<Identity | undefined> =>
    (await Promise.all(identifierSpellings(typed).map((address) => findRecoverable(identities, address)))).find(
      (identity) => identity !== undefined,
    )
  const addressesOf = (owner: Identity): readonly RecoveryAddress[] =>
    owner.recoveryAddresses.filter(({ value }) => mayOpen(owner, value))
  const isMeant = (typed: string, { value }: RecoveryAddress): boolean => identifierSpellings(typed).includes(value)

  // If accounts are hidden, none offers a choice: an unknown address has none to offer.
  const hasChoice = (owner: Identity): boolean =>
    addressesOf(owner).length > 1 && !config.security.accountEnumerationMitigate

  /** Sends a code to `target`; without an owner it sends nothing. */
  function send(
    { flow, fields, now }: AddressAttempt,
    typed: string,
    target: string,
    owner: Identity | undefined,
  ): RecoveryOutcome {
    const own = owner && addressesOf(owner).find((address) => isMeant(target, address))
    return {
      kind: 'ask',
      event: 'code_sent',
      active: 'code',
      nodes: askCodeNodes(target, typed),
      messages: [recoveryCodeSentTo(maskAddress(target))],
      status: 200,
      details: { address: own?.value ?? target, recoveryAddress: typed, submissions: 0 },
      sends: {
        to: [target],
        write: async (allowance) => {
          // A code and a message without a recipient keep the work, and so the time, the same for unknown addresses.
          const code = await codes.issue({
            flowId: flow.id,
            purpose: 'recovery',
            address: own?.value ?? target,
            identityId: own && owner?.id,
            expiresAt: now + lifespanMs,
          })
          const isNotified = notifyUnknownRecipients && !owner && channelOf(target) === 'email'
          const known = { template: 'recovery_code_valid', data: { code, minutes: minutesOf(lifespanMs) } } as const
          await courier.enqueue(
            {
              type: (own?.via ?? channelOf(target)) === 'email' ? 'email' : 'phone',
              recipient: own?.value ?? target,
              about: messageSubject(flow, transientPayload(fields), own && owner),
              ...(isNotified ? { template: 'recovery_code_invalid', data: {} } : known),
              isWithheld: !own && !isNotified,
            },
            allowance,
          )
        },
      },
    }
  }

  async function begin(attempt: AddressAttempt): Promise<RecoveryOutcome> {
    const typed = textField(attempt.fields, 'recovery_address')
    if (typed.kind !== 'text') return fieldRejection('recovery_address', typed)
    const owner = await ownerOf(typed.value)
    if (!owner || !hasChoice(owner)) return send(attempt, typed.value, typed.value, owner)
    return {
      kind: 'ask',
      event: 'choice_offered',
      active: 'code',
      nodes: choiceNodes(addressesOf(owner), typed.value),
      messages: [chooseRecoveryAddress()],
      status: 200,
      details: { recoveryAddress: typed.value },
      // Masks reveal that there is an account.
      sends: { to: [], write: async () => {} },
    }
  }

  async function choose(attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
    const digest = textField(attempt.fields, 'recovery_select_address')
    if (digest.kind !== 'text') return fieldRejection('recovery_select_address', digest)
    const owner = await ownerOf(typed)
    const chosen = owner && addressesOf(owner).find(({ value }) => addressDigest(value) === digest.value)
    if (!chosen) return fieldRejection('recovery_select_address', { kind: 'missing' })
    if (isMeant(typed, chosen)) return send(attempt, typed, typed, owner)
    return {
      kind: 'ask',
      event: 'confirmation_asked',
      active: 'code',
      nodes: confirmationNodes(chosen, typed),
      messages: [typeFullAddress()],
      status: 200,
      details: { address: chosen.value },
    }
  }

  /** Sends a code to the chosen address only; for any other one the answer is the same. */
  async function confirm(attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
    const confirmed = textField(attempt.fields, 'recovery_confirm_address')
    if (confirmed.kind !== 'text') return fieldRejection('recovery_confirm_address', confirmed)
    const chosen = attempt.flow.details.address
    const isChosen = chosen !== undefined && identifierSpellings(confirmed.value).includes(chosen)
    return send(attempt, typed, confirmed.value, isChosen ? await ownerOf(typed) : undefined)
  }

  async function goBack(attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
    const owner = attempt.flow.state === 'recovery_awaiting_address_choice' ? undefined : await ownerOf(typed)
    if (owner && hasChoice(owner)) return begin(attempt)
    return {
      kind: 'ask',
      event: 'went_back',
      active: 'code',
      nodes: askAddressNodes(typed),
      messages: [],
      status: 200,
    }
  }

  return {
    faultsOf: malformedAddress,
    initialState: 'recovery_awaiting_address',
    nodes: () => askAddressNodes(),
    submit: async (attempt) => {
      const { flow, fields } = attempt
      const typed = flow.details.recoveryAddress
      if (!flow.state.startsWith('recovery_')) return plain.submit(attempt)
      if (flow.state === 'recovery_awaiting_address' || typed === undefined) return begin(attempt)
      if (fields['screen'] === 'previous') {
        const again = textField(fields, 'recovery_address')
        return again.kind === 'text' ? goBack(attempt, typed) : fieldRejection('recovery_address', again)
      }
      if (flow.state === 'recovery_awaiting_address_choice') return choose(attempt, typed)
      const resends = textField(fields, 'recovery_confirm_address').kind === 'text'
      if (flow.state === 'recovery_confirming_address' || resends) return confirm(attempt, typed)
      const code = codeField(fields)
      return code.kind === 'text' ? verifyRecoveryCode(codes, attempt, code.value) : fieldRejection('code', code)
    },
  }
}

/** Returns the field for the account's address. */
function askAddressNodes(value?: string): UiNode[] {
  const options = { required: true, ...(value !== undefined && { value }) }
  return [
    csrfNode(),
    inputNode('code', 'recovery_address', 'text', options, recoveryAddressLabel()),
    submitNode('code', 'method', 'code', continueLabel()),
  ]
}

/** Draws the account's addresses, masked. */
function choiceNodes(addresses: readonly RecoveryAddress[], typed: string): UiNode[] {
  return [
    csrfNode(),
    ...addresses.map(({ value }) =>
      submitNode('code', 'recovery_select_address', addressDigest(value), rawLabel(maskAddress(value))),
    ),
    hiddenNode('code', 'method', 'code'),
    hiddenNode('code', 'recovery_address', typed),
  ]
}

/** Draws the field for the whole of the chosen address. */
function confirmationNodes(chosen: RecoveryAddress, typed: string): UiNode[] {
  const [type, label]: [string, Message] = chosen.via === 'sms' ? ['tel', phoneLabel()] : ['email', emailLabel()]
  return [
    csrfNode(),
    inputNode('code', 'recovery_confirm_address', type, { required: true }, label),
    hiddenNode('code', 'recovery_address', typed),
    submitNode('code', 'method', 'code', continueLabel()),
    hiddenNode('code', 'method', 'code'),
    submitNode('code', 'screen', 'previous', recoveryBackLabel()),
  ]
}

/** Asks for the code. */
function askCodeNodes(sentTo: string, typed: string): UiNode[] {
  return [
    csrfNode(),
    codeInput(),
    submitNode('code', 'method', 'code', continueLabel()),
    hiddenNode('code', 'method', 'code'),
    submitNode('code', 'recovery_confirm_address', sentTo, resendCodeLabel()),
    hiddenNode('code', 'recovery_address', typed),
    submitNode('code', 'screen', 'previous', recoveryBackLabel()),
  ]
}
