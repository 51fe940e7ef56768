import { createHash } from 'node:crypto'
import type { Message, UiNode } from '@gatehouse/contract/flows'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import { fieldRejection, malformedAddress } from '../../flows/ports/strategy-input.ts'
import type { AddressAttempt, RecoveryCapability, RecoveryOutcome } from '../../flows/ports/strategy.ts'
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
import { minutesOf, type CodeDependencies } from './dependencies.ts'
import { channelOf, codeField } from './input.ts'
import { codeRecovery, verifyRecoveryCode, codeInput } from './recovery.ts'

/** One step of a recovery. `typed`: the address that it began with. */
type Step = (code: CodeDependencies, attempt: AddressAttempt, typed: string) => Promise<RecoveryOutcome>

/** TABLE: the step that a submission takes, by the state of its flow. */
const steps: Readonly<Record<string, Step>> = {
  recovery_awaiting_address: begin,
  recovery_awaiting_address_choice: choose,
  recovery_confirming_address: confirm,
  recovery_awaiting_code: enterCode,
}

/**
 * Recovery with a choice of the address that gets the code. A person who knows one address must not learn the others,
 * so they are masked, and the chosen one has to be typed in full. An unknown address behaves like the only address of
 * an account.
 */
export function chosenRecovery(dependencies: CodeDependencies): RecoveryCapability {
  // Flows that were begun without the choice, and those of administrators.
  const plain = codeRecovery(dependencies)
  return {
    faultsOf: malformedAddress,
    initialState: 'recovery_awaiting_address',
    nodes: () => askAddressNodes(),
    submit: async (attempt) => {
      const { flow, fields } = attempt
      const typed = flow.details.recoveryAddress
      if (!flow.state.startsWith('recovery_')) return plain.submit(attempt)
      if (typed === undefined) return begin(dependencies, attempt)
      const isBack = fields['screen'] === 'previous' && flow.state !== 'recovery_awaiting_address'
      const step = isBack ? goBack : (steps[flow.state] ?? enterCode)
      return step(dependencies, attempt, typed)
    },
  }
}

async function begin(code: CodeDependencies, attempt: AddressAttempt): Promise<RecoveryOutcome> {
  const typed = textField(attempt.fields, 'recovery_address')
  if (typed.kind !== 'text') return fieldRejection('recovery_address', typed)
  const owner = await ownerOf(code, typed.value)
  if (!owner || !hasChoice(code, owner)) return send(code, attempt, { typed: typed.value, target: typed.value, owner })
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

async function choose(code: CodeDependencies, attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
  const digest = textField(attempt.fields, 'recovery_select_address')
  if (digest.kind !== 'text') return fieldRejection('recovery_select_address', digest)
  const owner = await ownerOf(code, typed)
  const chosen = owner && addressesOf(owner).find(({ value }) => addressDigest(value) === digest.value)
  if (!chosen) return fieldRejection('recovery_select_address', { kind: 'missing' })
  if (isMeant(typed, chosen)) return send(code, attempt, { typed, target: typed, owner })
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
async function confirm(code: CodeDependencies, attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
  const confirmed = textField(attempt.fields, 'recovery_confirm_address')
  if (confirmed.kind !== 'text') return fieldRejection('recovery_confirm_address', confirmed)
  const chosen = attempt.flow.details.address
  const isChosen = chosen !== undefined && identifierSpellings(confirmed.value).includes(chosen)
  return send(code, attempt, {
    typed,
    target: confirmed.value,
    owner: isChosen ? await ownerOf(code, typed) : undefined,
  })
}

/** Takes the code, or sends another one. */
async function enterCode(code: CodeDependencies, attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
  if (textField(attempt.fields, 'recovery_confirm_address').kind === 'text') return confirm(code, attempt, typed)
  const entered = codeField(attempt.fields)
  return entered.kind === 'text'
    ? verifyRecoveryCode(code.codes, attempt, entered.value)
    : fieldRejection('code', entered)
}

async function goBack(code: CodeDependencies, attempt: AddressAttempt, typed: string): Promise<RecoveryOutcome> {
  const again = textField(attempt.fields, 'recovery_address')
  if (again.kind !== 'text') return fieldRejection('recovery_address', again)
  const owner = attempt.flow.state === 'recovery_awaiting_address_choice' ? undefined : await ownerOf(code, typed)
  if (owner && hasChoice(code, owner)) return begin(code, attempt)
  return { kind: 'ask', event: 'went_back', active: 'code', nodes: askAddressNodes(typed), messages: [], status: 200 }
}

interface Recipient {
  /** The address that the recovery began with. */
  readonly typed: string
  /** The address that gets the code. */
  readonly target: string
  /** Absent: nothing is sent. */
  readonly owner: Identity | undefined
}

/** Sends a code to `target`; without an owner it sends nothing. */
function send(
  { config, codes, courier }: CodeDependencies,
  { flow, fields, now }: AddressAttempt,
  { typed, target, owner }: Recipient,
): RecoveryOutcome {
  const { lifespanMs } = config.selfservice.methods.code
  const { notifyUnknownRecipients } = config.selfservice.flows.recovery
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

async function ownerOf({ identities }: CodeDependencies, typed: string): Promise<Identity | undefined> {
  const found = await Promise.all(identifierSpellings(typed).map((address) => findRecoverable(identities, address)))
  return found.find((identity) => identity !== undefined)
}

function addressesOf(owner: Identity): readonly RecoveryAddress[] {
  return owner.recoveryAddresses.filter(({ value }) => mayOpen(owner, value))
}

function isMeant(typed: string, { value }: RecoveryAddress): boolean {
  return identifierSpellings(typed).includes(value)
}

/** If accounts are hidden, none offers a choice: an unknown address has none to offer. */
function hasChoice({ config }: CodeDependencies, owner: Identity): boolean {
  return addressesOf(owner).length > 1 && !config.security.accountEnumerationMitigate
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

/** Masks an address: its owner can recognise it, and another person cannot learn it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at >= 0) return `${address.slice(0, Math.min(2, at))}****${address.slice(at)}`
  return `${address.slice(0, 3)}****${address.slice(-2)}`
}

/** Returns a name for an address in a form without showing it. */
function addressDigest(address: string): string {
  return createHash('sha256').update(address).digest('base64')
}
