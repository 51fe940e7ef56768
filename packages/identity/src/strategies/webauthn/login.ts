import { noUsableMethod } from '../../messages/flow-errors.ts'
import type { UiNode } from '@gatehouse/contract/flows'
import { withoutTrailing } from '@gatehouse/contract/http'
import type { Secret } from '@gatehouse/platform/secrets'
import { createHmac } from 'node:crypto'
import { keysOf, userHandleOf, type Key } from '../../credentials/webauthn-keys.ts'
import { textField, textOf } from '../../flows/http/submission.ts'
import { fieldRejection, limitedByName, limitedInSession } from '../../flows/ports/strategy-input.ts'
import type { LoginAttempt, LoginCapability, LoginForm, LoginOutcome } from '../../flows/ports/strategy.ts'
import { identifierSpellings, normalizeIdentifier } from '../../identities/address.ts'
import type { Identity } from '../../identities/identity.ts'
import {
  continueWithKeyLabel,
  keyNotProved,
  noKey,
  prepareKey,
  unknownKey,
  unreadableKeyAnswer,
  withKeyLabel,
} from '../../messages/webauthn.ts'
import { csrfNode, hiddenNode, inputNode, submitNode } from '../../nodes/node.ts'
import { readAssertion } from './answers.ts'
import { takeChallenge } from './challenges.ts'
import { relyingParty, type KeyDependencies } from './dependencies.ts'
import { questionNodes } from './nodes.ts'
import { requestOptions, securityKeyPolicy } from './options.ts'
import { proveKey } from './prove.ts'
import { signInNameOf } from './sign-in-name.ts'

const names = { answer: 'webauthn_login', trigger: 'webauthn_login_trigger', run: 'oryWebAuthnLogin' }

/** Signing in with a security key: as the second factor, or with a sign-in name and no password. */
export function webauthnLogin(dependencies: KeyDependencies): LoginCapability {
  const { passwordless } = dependencies.config.selfservice.methods.webauthn

  return {
    limitSubject: (attempt) =>
      isOfSession(attempt) ? limitedInSession(attempt) : limitedByName(textField(attempt.fields, 'identifier')),

    nodes: (form) => {
      if (form.type === 'api' || form.screen === 'identifier') return []
      if (form.aal === 'aal2' || form.refresh) return form.identity ? known(dependencies, form.identity, form.aal) : []
      if (!passwordless || (form.identity && !hasPasswordlessKey(form.identity))) return []
      const button = submitNode('webauthn', 'method', 'webauthn', withKeyLabel())
      return form.screen === 'unified' ? [identifierNode(form), button] : [button]
    },

    submit: async (attempt) => {
      const { flow, fields } = attempt
      const aal = flow.details.requestedAal === 'aal2' ? 'aal2' : 'aal1'
      const submitted = textOf(fields, names.answer)
      const isKnown = isOfSession(attempt)
      if (submitted === undefined && isKnown) return { kind: 'rejected', form: [unreadableKeyAnswer()] }
      if (!passwordless && !isKnown) return { kind: 'rejected', form: [noUsableMethod('login')] }
      return submitted === undefined ? begin(dependencies, attempt) : prove(dependencies, attempt, aal, submitted)
    },
  }
}

/** Returns the nodes that ask for one of these keys. */
function question(
  dependencies: KeyDependencies,
  keys: readonly Pick<Key, 'id'>[],
  label: ReturnType<typeof withKeyLabel>,
): readonly UiNode[] {
  const options = requestOptions(relyingParty(dependencies, 'webauthn'), securityKeyPolicy, keys)
  return questionNodes(dependencies.config.publicBaseUrl, names, options, label)
}

async function find(dependencies: KeyDependencies, typed: string): Promise<Identity | undefined> {
  const { identities } = dependencies
  return (
    await Promise.all(identifierSpellings(typed).map((spelling) => identities.findByIdentifier(['webauthn'], spelling)))
  ).find((found) => found !== undefined)
}

async function begin(dependencies: KeyDependencies, { flow, fields }: LoginAttempt): Promise<LoginOutcome> {
  const { config } = dependencies
  const mitigate = config.security.accountEnumerationMitigate
  const identifier = textField(fields, 'identifier')
  if (identifier.kind !== 'text') return fieldRejection('identifier', identifier)
  const identity = await find(dependencies, identifier.value)
  const own = identity ? keysOf(identity, 'webauthn').filter(countsAs('aal1')) : []
  const keys = own.length === 0 && mitigate ? decoyKeys(config.secrets.default, identifier.value) : own
  if (keys.length === 0) return { kind: 'rejected', form: [unknownKey()], values: { identifier: identifier.value } }
  return {
    kind: 'ask',
    event: 'method_chosen',
    ...(flow.active !== undefined && { active: flow.active }),
    nodes: [
      inputNode('default', 'identifier', 'hidden', { value: identifier.value, required: true }),
      csrfNode(),
      ...question(dependencies, keys, continueWithKeyLabel()).toReversed(),
    ],
    messages: [prepareKey()],
    onPage: true,
  }
}

async function prove(
  dependencies: KeyDependencies,
  attempt: LoginAttempt,
  aal: 'aal1' | 'aal2',
  submitted: string,
): Promise<LoginOutcome> {
  const { config } = dependencies
  const rp = relyingParty(dependencies, 'webauthn')
  const mitigate = config.security.accountEnumerationMitigate
  const { flow, fields, now } = attempt
  const identifier = textField(fields, 'identifier')
  if (identifier.kind !== 'text') return fieldRejection('identifier', identifier)
  const answer = readAssertion(submitted)
  if (!answer) return { kind: 'rejected', form: [unreadableKeyAnswer()] }
  const identity = isOfSession(attempt) ? attempt.identity : await find(dependencies, identifier.value)
  const { userHandle } = answer.response
  const isForeign = userHandle && identity && withoutTrailing(userHandle, '=') !== userHandleOf(identity, 'webauthn')
  if (!identity || isForeign) {
    // Used up as for an account with the key: a remaining challenge would reveal that there is none.
    await takeChallenge(dependencies, flow.id, names.trigger)
    return { kind: 'rejected', form: [aal === 'aal2' ? noKey() : unknownKey()] }
  }
  const proof = { type: 'webauthn', rp, flowId: flow.id, field: names.trigger, identity, now } as const
  const proved = await proveKey(dependencies, { ...proof, accepts: countsAs(aal) }, answer)
  if (proved.kind === 'proved') return { kind: 'authenticated', identity: proved.identity, method: 'webauthn', aal }
  const showsReason = proved.kind === 'not_proved' && (isOfSession(attempt) || !mitigate)
  const form = [showsReason ? keyNotProved() : aal === 'aal2' ? noKey() : unknownKey()]
  return { kind: 'rejected', form, identityId: identity.id }
}

/** Returns the nodes of a known person: the question for a key at once. */
function known(dependencies: KeyDependencies, identity: Identity, aal: 'aal1' | 'aal2'): readonly UiNode[] {
  const keys = keysOf(identity, 'webauthn').filter(countsAs(aal))
  if (keys.length === 0) return []
  return [hiddenNode('default', 'identifier', signInNameOf(identity)), ...question(dependencies, keys, withKeyLabel())]
}

/** Checks that a signed-in person confirms the session, or adds to it: then a name in the request is ignored. */
function isOfSession({ flow: { details } }: LoginAttempt): boolean {
  return details.requestedAal === 'aal2' || details.refresh === true
}

function countsAs(aal: 'aal1' | 'aal2'): (key: Key) => boolean {
  return (key) => key.isPasswordless === (aal === 'aal1')
}

function hasPasswordlessKey(identity: Identity): boolean {
  return keysOf(identity, 'webauthn').some(countsAs('aal1'))
}

function identifierNode({ identifierLabel }: LoginForm): UiNode {
  const options = { value: '', required: true, autocomplete: 'username webauthn' }
  return inputNode('default', 'identifier', 'text', options, identifierLabel)
}

/**
 * Returns keys of no account, for a sign-in name without keys, if accounts are hidden: always the same ones for the
 * same name, as those of an account would be (Web Authentication, section 14.6.2). One or two, so that the number
 * reveals nothing either. Throws if `secrets.default` is empty.
 */
function decoyKeys(secrets: readonly Secret[], identifier: string): readonly Pick<Key, 'id'>[] {
  const [secret] = secrets
  if (!secret) throw new Error('secrets.default is empty')
  const digest = (about: string): Buffer =>
    createHmac('sha256', secret.reveal())
      .update(`${about}\n${normalizeIdentifier(identifier)}`)
      .digest()
  const count = (digest('decoy key count')[0] ?? 0) < 64 ? 2 : 1
  return Array.from({ length: count }, (_, index) => ({ id: digest(`decoy key ${index}`).toString('base64url') }))
}
