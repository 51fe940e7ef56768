import { textOf } from '../../flows/http/submission.ts'
import type { Identity } from '../../identities/identity.ts'
import { keyNotProved, unknownKey, unreadableKeyAnswer } from '../../messages/webauthn.ts'
import { hiddenNode, inputNode } from '../../nodes/node.ts'
import type { LoginAttempt, LoginCapability, LoginOutcome } from '../../flows/ports/strategy.ts'
import { readAssertion } from '../webauthn/answers.ts'
import { relyingParty, type KeyDependencies } from '../webauthn/dependencies.ts'
import { keysOf } from '../../credentials/webauthn-keys.ts'
import { passkeyPolicy, requestOptions } from '../webauthn/options.ts'
import { proveKey } from '../webauthn/prove.ts'
import { signInNameOf } from '../webauthn/sign-in-name.ts'
import { identifierOfHandle } from './handle.ts'
import { answerFields, loginNodes, questionFields } from './nodes.ts'

/** Signing in with a passkey: the device knows the account, so the form needs no name. */
export function passkeyLogin(dependencies: KeyDependencies): LoginCapability {
  const { config, identities } = dependencies
  const { policy } = config.selfservice.methods.passkey
  const rp = relyingParty(dependencies, 'passkey')

  /** Finds the account by the device's handle; if the person is known, a device may omit it. */
  async function ownerOf(
    { flow, identity }: LoginAttempt,
    userHandle: string | null | undefined,
  ): Promise<Identity | undefined> {
    if (userHandle) return identities.findByIdentifier(['passkey'], identifierOfHandle(userHandle))
    return flow.details.refresh ? identity : undefined
  }

  async function prove(attempt: LoginAttempt, submitted: string): Promise<LoginOutcome> {
    const { flow, now } = attempt
    const answer = readAssertion(submitted)
    if (!answer) return { kind: 'rejected', form: [unreadableKeyAnswer()] }
    const identity = await ownerOf(attempt, answer.response.userHandle)
    if (!identity) return { kind: 'rejected', form: [unknownKey()] }
    const proof = { type: 'passkey', rp, flowId: flow.id, field: questionFields.login, identity, now } as const
    const proved = await proveKey(dependencies, { ...proof, accepts: () => true }, answer)
    if (proved.kind === 'unknown_key') return { kind: 'rejected', form: [unknownKey()], identityId: identity.id }
    if (proved.kind === 'not_proved') return { kind: 'rejected', form: [keyNotProved()], identityId: identity.id }
    const isBothSteps = proved.isHolderChecked && config.selfservice.methods.passkey.isBothSteps
    return { kind: 'authenticated', identity: proved.identity, method: 'passkey', aal: 'aal1', isBothSteps }
  }

  return {
    triedAt: () => ({ kind: 'unnamed' }),

    nodes: ({ type, aal, screen, refresh, identity, identifierLabel }) => {
      const own = identity ? keysOf(identity, 'passkey') : []
      if (aal === 'aal2' || (identity && own.length === 0)) return []
      // Only a signed-in person may learn which keys an account has.
      const options = requestOptions(rp, passkeyPolicy(policy, 'sign_in'), refresh ? own : [])
      // The form of a refresh has no field for suggested passkeys, and no method is chosen yet.
      const offer = { button: screen !== 'identifier', suggested: !refresh }
      const nodes = loginNodes(type, config.publicBaseUrl, options, offer)
      if (refresh && identity) return [hiddenNode('default', 'identifier', signInNameOf(identity)), ...nodes]
      if (screen !== 'unified') return nodes
      const field = { value: '', required: true, autocomplete: 'username webauthn' }
      return [inputNode('default', 'identifier', 'text', field, identifierLabel), ...nodes]
    },

    submit: (attempt) => {
      const { flow, fields } = attempt
      if (flow.details.requestedAal === 'aal2') {
        return { kind: 'refused', refusal: { code: 404, reason: 'A passkey is no second factor.' } }
      }
      const submitted = textOf(fields, answerFields.login)
      if (submitted !== undefined) return prove(attempt, submitted)
      return { kind: 'rejected', form: [unknownKey()], onPage: true }
    },
  }
}
