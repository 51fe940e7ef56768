import type { Message, UiNode } from '@gatehouse/contract/flows'
import { textField, transientPayload } from '../../flows/http/submission.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { LoginEvent } from '../../flows/model/transitions.ts'
import { fieldRejection } from '../../flows/ports/strategy-input.ts'
import type { Ask, Rejected } from '../../flows/ports/strategy-outcome.ts'
import type { LoginAttempt, LoginCapability, LoginForm, LoginOutcome } from '../../flows/ports/strategy.ts'
import { messageSubject } from '../../flows/presentation/message-subject.ts'
import { identifierSpellings, normalizeIdentifier } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import { mayOpen } from '../../identities/proved-address.ts'
import { noUsableMethod } from '../../messages/flow-errors.ts'
import { loginCodeLabel } from '../../messages/labels.ts'
import {
  addressUnknownForAccount,
  loginCodeInvalid,
  loginCodeSent,
  loginCodeSentToSignedIn,
  noCodeAccount,
  sendCodeToLabel,
  sendLoginCodeLabel,
} from '../../messages/login.ts'
import { findField, putNodes } from '../../nodes/change.ts'
import { csrfNode, hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'
import type { CodeCheck } from './codes.ts'
import { minutesOf, type CodeDependencies } from './dependencies.ts'
import { channelOf, isAddress, codeField, notCompared } from './input.ts'
import { codeFieldNodes, resendNode } from './nodes.ts'

/** Signing in with a code: as the only factor if passwordless is on, else as the second one. */
export function codeLogin(dependencies: CodeDependencies): LoginCapability {
  const { config } = dependencies
  const { passwordlessEnabled, mfaEnabled } = config.selfservice.methods.code
  const { refreshLoginChooseAddress } = config.featureFlags
  const levels = { aal1: passwordlessEnabled, aal2: mfaEnabled && !passwordlessEnabled }

  return {
    limitSubject: () => ({ kind: 'code' }),

    nodes: (form) => {
      if (!levels[form.aal] || form.screen === 'identifier') return []
      if (form.aal === 'aal2') return secondFactorAddresses(form).map(addressButton)
      if (form.identity && addressesOf(form.identity).length === 0) return []
      if (refreshLoginChooseAddress && form.refresh && form.identity)
        return addressesOf(form.identity).map(addressButton)
      const button = submitNode('code', 'method', 'code', sendLoginCodeLabel())
      return form.screen === 'unified' ? [identifierNode(form, config.improvements.knownName), button] : [button]
    },

    start: (form, flow, now) => {
      const [only, ...more] = levels[form.aal] && form.aal === 'aal2' ? secondFactorAddresses(form) : []
      if (only === undefined || more.length > 0 || !form.identity) return undefined
      return withCsrf(
        form.type,
        send(dependencies, flow, { fields: {}, now }, form.identity, only, chosenAddressNode(only)),
      )
    },

    submit: async (attempt) => {
      const { flow, fields } = attempt
      const level = flow.details.requestedAal === 'aal2' ? 'aal2' : 'aal1'
      if (!levels[level]) return { kind: 'rejected', form: [noUsableMethod('login')] }
      const code = codeField(fields)
      const resend = textField(fields, 'resend').kind === 'text'
      const choosesAgain = textField(fields, 'address').kind === 'text'
      if (flow.state === 'sent_email' && !resend && !choosesAgain) {
        return code.kind === 'text' ? verify(dependencies, attempt, code.value) : fieldRejection('code', code)
      }
      if (level === 'aal2') return sendSecondFactor(dependencies, attempt)
      return refreshLoginChooseAddress && flow.details.refresh
        ? sendToChosen(dependencies, attempt)
        : sendFirstFactor(dependencies, attempt)
    },
  }
}

function send(
  dependencies: CodeDependencies,
  flow: Pick<StoredFlow, 'id' | 'requestUrl' | 'details'>,
  { fields, now }: Pick<LoginAttempt, 'fields' | 'now'>,
  identity: Identity | undefined,
  address: string,
  identifier: UiNode,
  said: Message = loginCodeSent(),
): Ask<LoginEvent> {
  const { config, codes, courier } = dependencies
  const { lifespanMs } = config.selfservice.methods.code
  return {
    kind: 'ask',
    event: 'code_sent',
    active: 'code',
    nodes: [identifier, ...codeFieldNodes(loginCodeLabel()), resendNode()],
    messages: [said],
    // Only the code names the account: its row has the same shape for every address.
    details: { address, submissions: 0 },
    sends: {
      to: [address],
      write: async (allowance) => {
        const code = await codes.issue({
          flowId: flow.id,
          purpose: 'login',
          address,
          identityId: identity?.id,
          expiresAt: now + lifespanMs,
        })
        await courier.enqueue(
          {
            type: channelOf(address) === 'email' ? 'email' : 'phone',
            recipient: address,
            template: 'login_code_valid',
            data: { code, minutes: minutesOf(lifespanMs) },
            about: messageSubject(flow, transientPayload(fields), identity),
            isWithheld: identity === undefined,
          },
          allowance,
        )
      },
    },
  }
}

async function sendFirstFactor(dependencies: CodeDependencies, attempt: LoginAttempt): Promise<LoginOutcome> {
  const { config, identities } = dependencies
  const mitigate = config.security.accountEnumerationMitigate
  const { flow, fields } = attempt
  const identifier = textField(fields, 'identifier')
  if (identifier.kind !== 'text') return { ...fieldRejection('identifier', identifier), values: { identifier: '' } }
  const spelled = identifierSpellings(identifier.value)
  const known = (
    await Promise.all(
      spelled.map(async (address) => ({ address, identity: await identities.findByIdentifier(['code'], address) })),
    )
  ).find(({ address, identity }) => identity !== undefined && mayOpen(identity, address))
  // If accounts are hidden, every address is answered as if a code was sent to it.
  const address = mitigate ? spelled.findLast(isAddress) : undefined
  const found = known ?? (address === undefined ? undefined : { address, identity: undefined })
  if (!found) {
    const values = { identifier: identifier.value }
    return { kind: 'rejected', form: [noCodeAccount()], values, countedRecipients: [identifier.value] }
  }
  const present = findField(flow.nodes, 'identifier') ?? inputNode('default', 'identifier', 'hidden')
  const attributes = { ...present.attributes, type: 'hidden', value: identifier.value }
  return withCsrf(
    flow.type,
    send(dependencies, flow, attempt, found.identity, found.address, { ...present, attributes, messages: [] }),
  )
}

/** Sends a code to an address of the known person only; without a choice, to the previous one. */
function sendToChosen(dependencies: CodeDependencies, attempt: LoginAttempt): LoginOutcome {
  const { flow, fields, identity } = attempt
  const address = textField(fields, 'address')
  const chosen = address.kind === 'text' ? normalizeIdentifier(address.value) : flow.details.address
  if (!identity || chosen === undefined || !addressesOf(identity).includes(chosen)) {
    return { kind: 'rejected', form: [noCodeAccount()] }
  }
  const said = loginCodeSentToSignedIn()
  return withCsrf(flow.type, send(dependencies, flow, attempt, identity, chosen, chosenAddressNode(chosen), said))
}

function sendSecondFactor(dependencies: CodeDependencies, attempt: LoginAttempt): LoginOutcome {
  const { flow, fields, identity } = attempt
  if (!identity) return { kind: 'rejected', form: [addressUnknownForAccount()] }
  const address = textField(fields, 'address')
  const chosen = address.kind === 'text' ? normalizeIdentifier(address.value) : flow.details.address
  if (chosen === undefined) return fieldRejection('address', address.kind === 'text' ? { kind: 'missing' } : address)
  if (!addressesOf(identity).includes(chosen)) return { kind: 'rejected', form: [addressUnknownForAccount()] }
  return withCsrf(flow.type, send(dependencies, flow, attempt, identity, chosen, chosenAddressNode(chosen)))
}

async function verify(dependencies: CodeDependencies, attempt: LoginAttempt, digits: string): Promise<LoginOutcome> {
  const { identities, codes } = dependencies
  const { flow, fields, now } = attempt
  const aal = flow.details.requestedAal === 'aal2' ? 'aal2' : 'aal1'
  const identifier = textField(fields, 'identifier')
  const nodes = putNodes(flow.nodes, [
    hiddenNode('default', 'identifier', identifier.kind === 'text' ? identifier.value : ''),
  ])
  const result = await codes.check(flow.id, 'login', digits, attempt)
  const about = result.kind === 'wrong' || result.kind === 'exhausted' ? accountOf(result) : {}
  const unseen = notCompared(result, now)
  if (unseen) return unseen.kind === 'rejected' ? { ...unseen, ...about, nodes } : unseen
  const identity =
    result.kind === 'right' && result.code.identityId !== undefined
      ? await identities.find(result.code.identityId)
      : undefined
  // The address may have left the account since the code was sent.
  const isTheirs = result.kind === 'right' && identity && addressesOf(identity).includes(result.code.address)
  if (result.kind !== 'right' || !identity || !isTheirs)
    return { kind: 'rejected', form: [loginCodeInvalid()], ...about, nodes }
  return { kind: 'authenticated', identity, method: 'code', aal, address: result.code.address }
}

/** Returns the account of a failed sign-in, for the record. */
function accountOf({ identityId }: Extract<CodeCheck, { kind: 'wrong' | 'exhausted' }>): Pick<Rejected, 'identityId'> {
  return identityId === undefined ? {} : { identityId }
}

function identifierNode(form: LoginForm, knownName: boolean): UiNode {
  const value = form.identity && knownName ? (addressesOf(form.identity)[0] ?? '') : ''
  return inputNode('default', 'identifier', 'text', { value, required: true }, form.identifierLabel)
}

function addressesOf(identity: Identity): readonly string[] {
  return identity.credentials.code?.identifiers ?? []
}

/**
 * Returns the addresses that a second-factor code can be sent to: the identifiers of the code credential; with `via` only
 * that one.
 */
function secondFactorAddresses({ identity, via }: LoginForm): string[] {
  if (!identity) return []
  const addresses = addressesOf(identity)
  return via === undefined ? [...addresses] : addresses.filter((address) => identifierSpellings(via).includes(address))
}

function addressButton(address: string): UiNode {
  return submitNode('code', 'address', address, sendCodeToLabel(address, channelOf(address)))
}

function chosenAddressNode(address: string): UiNode {
  return inputNode('code', 'identifier', 'hidden', { value: address }, sendCodeToLabel(address, channelOf(address)))
}

/** Adds the anti-CSRF field beside a code, except in native flows. */
function withCsrf(type: LoginForm['type'], ask: Ask<LoginEvent>): Ask<LoginEvent> {
  return type === 'api' ? ask : { ...ask, nodes: [...ask.nodes, csrfNode()] }
}
