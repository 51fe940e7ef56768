import type { FlowType, UiNode } from '@gatehouse/contract/flows'

import { hiddenNode, inputNode } from '../../nodes/node.ts'
import { addPasskeyLabel, signInWithPasskeyLabel, signUpWithPasskeyLabel } from '../../messages/webauthn.ts'
import { scriptNode, triggerNode } from '../webauthn/nodes.ts'

/** Fields that the browser fills: in sign-in, sign-up and settings. */
export const answerFields = {
  login: 'passkey_login',
  registration: 'passkey_register',
  settings: 'passkey_settings_register',
} as const
/** Fields that carry the question. */
export const questionFields = { login: 'passkey_challenge', create: 'passkey_create_data' } as const

const suggest = 'oryPasskeyLoginAutocompleteInit'

/** The starts of a sign-in with a passkey: by its button, and by a suggestion in the field for the sign-in name. */
export interface PasskeyOffer {
  readonly button: boolean
  readonly suggested: boolean
}

/** Returns the nodes of a sign-in with a passkey. */
export function loginNodes(type: FlowType, publicBaseUrl: string, options: unknown, offer: PasskeyOffer): UiNode[] {
  const trigger = { run: 'oryPasskeyLogin', value: '' }
  const button = triggerNode(type, 'passkey', 'passkey_login_trigger', trigger, signInWithPasskeyLabel())
  return [
    ...(type === 'browser' ? [scriptNode(publicBaseUrl)] : []),
    ...(offer.button ? [button] : []),
    inputNode('passkey', answerFields.login, 'hidden', {
      ...(type === 'browser' && offer.suggested && { onload: `window.${suggest}()` }),
      ...(offer.suggested && { onloadTrigger: suggest }),
    }),
    hiddenNode('passkey', questionFields.login, JSON.stringify(options)),
  ]
}

/** Returns the nodes of a sign-up with a passkey. `field` is the trait that names the passkey. */
export function registrationNodes(
  type: FlowType,
  publicBaseUrl: string,
  credentialOptions: unknown,
  displayNameFieldName: string,
  buttonFirst: boolean,
): UiNode[] {
  const question = { credentialOptions, displayNameFieldName }
  const run = { run: 'oryPasskeyRegistration' }
  const button = triggerNode(type, 'passkey', 'passkey_register_trigger', run, signUpWithPasskeyLabel())
  const answer = inputNode('passkey', answerFields.registration, 'hidden')
  return [
    ...(type === 'browser' ? [scriptNode(publicBaseUrl)] : []),
    ...(buttonFirst ? [button, answer] : [answer, button]),
    hiddenNode('passkey', questionFields.create, JSON.stringify(question)),
  ]
}

/** Returns the nodes for adding a passkey to an account. */
export function settingsNodes(type: FlowType, publicBaseUrl: string, options: unknown): UiNode[] {
  const trigger = { run: 'oryPasskeySettingsRegistration', value: '' }
  return [
    triggerNode(type, 'passkey', 'passkey_register_trigger', trigger, addPasskeyLabel()),
    inputNode('passkey', answerFields.settings, 'hidden'),
    hiddenNode('passkey', questionFields.create, JSON.stringify(options)),
    ...(type === 'browser' ? [scriptNode(publicBaseUrl)] : []),
  ]
}
