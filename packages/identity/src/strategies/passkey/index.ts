import { randomInt } from 'node:crypto'
import type { FlowType, UiNode } from '@gatehouse/contract/flows'
import type { FirstFactors } from '../../credentials/factors.ts'
import { keysOf, withKeys, keyIdsOf, userHandleOf } from '../../credentials/webauthn-keys.ts'
import { textOf } from '../../flows/http/submission.ts'
import type {
  Strategy,
  LoginAttempt,
  LoginCapability,
  LoginOutcome,
  RegistrationCapability,
  SettingsAttempt,
  SettingsCapability,
  SettingsOutcome,
} from '../../flows/ports/strategy.ts'
import { keyNotices, noticesOf } from '../../flows/settings/notices.ts'
import { identifierTraits } from '../../identities/identifier-label.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import {
  keyNotProved,
  unknownKey,
  unreadableKeyAnswer,
  keyKnownAlready,
  addPasskeyLabel,
  signInWithPasskeyLabel,
  signUpWithPasskeyLabel,
} from '../../messages/webauthn.ts'
import { hiddenNode, inputNode } from '../../nodes/node.ts'
import { makeKey } from '../webauthn/add-key.ts'
import { readAssertion } from '../webauthn/answers.ts'
import { type KeyDependencies, relyingParty } from '../webauthn/dependencies.ts'
import { keyImport } from '../webauthn/key-import.ts'
import { scriptNode, triggerNode } from '../webauthn/nodes.ts'
import { passkeyPolicy, requestOptions, creationOptions } from '../webauthn/options.ts'
import { proveKey } from '../webauthn/prove.ts'
import { holds, removeKey, removeNode } from '../webauthn/removal.ts'
import { signInNameOf } from '../webauthn/sign-in-name.ts'

/** Passkeys: keys that the device stores, and that identify their account. */
export function passkeyStrategy(dependencies: KeyDependencies): Strategy {
  return {
    id: 'passkey',
    login: passkeyLogin(dependencies),
    registration: passkeyRegistration(dependencies),
    settings: passkeySettings(dependencies),
  }
}

/** The import of passkeys, which are found by the authenticators' handle of the account. */
export const passkeyImport = keyImport('passkey', (handle) => {
  if (handle !== undefined) return [identifierOfHandle(handle)]
  return { refused: 'Passkeys need their user_handle: authenticators find them by it.' }
})

/** Counts the passkeys that open an account. */
export const passkeyFactors: FirstFactors = ({ credentials: { passkey } }, methods) => {
  const list: unknown = methods.passkey.enabled ? passkey?.config['credentials'] : undefined
  return Array.isArray(list) ? list.length : 0
}

/** Signing in with a passkey: the device knows the account, so the form needs no name. */
function passkeyLogin(dependencies: KeyDependencies): LoginCapability {
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
    const isMultiFactor = proved.isHolderChecked && config.selfservice.methods.passkey.isMultiFactor
    return { kind: 'authenticated', identity: proved.identity, method: 'passkey', aal: 'aal1', isMultiFactor }
  }

  return {
    limitSubject: () => ({ kind: 'unnamed' }),

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

/** Signing up with a passkey: no password is set. */
function passkeyRegistration(dependencies: KeyDependencies): RegistrationCapability {
  const rp = relyingParty(dependencies, 'passkey')
  const { publicBaseUrl, improvements, selfservice } = dependencies.config
  const { policy } = selfservice.methods.passkey
  const nameField = improvements.signInNameOnKeys ? displayNameField : lastDisplayNameField
  return {
    nodes: ({ type, screen, schema }) => {
      if (screen === 'profile') return []
      const options = creationOptions(rp, passkeyPolicy(policy, 'making'), {
        handle: newHandle(),
        name: rp.displayName,
      })
      return registrationNodes(type, publicBaseUrl, options, nameField(schema) ?? '', screen === 'unified')
    },
    submit: async ({ flow, fields, draft, now }) => {
      const request = {
        rp,
        flowId: flow.id,
        field: questionFields.create,
        displayName: '',
        isPasswordless: true,
        now,
      }
      const made = await makeKey(dependencies, request, textOf(fields, answerFields.registration))
      if (made.kind === 'rejected') return made
      const { key, userHandle } = made
      const identifiers = [identifierOfHandle(userHandle)]
      const identity = withKeys(draft, 'passkey', [key], now, { userHandle, identifiers })
      return { kind: 'accepted', method: 'passkey', identity }
    },
  }
}

/** Adding and removing passkeys. */
function passkeySettings(dependencies: KeyDependencies): SettingsCapability {
  const { config, schemas } = dependencies
  const rp = relyingParty(dependencies, 'passkey')
  const { policy } = config.selfservice.methods.passkey

  async function add({ flow, fields, identity, now }: SettingsAttempt): Promise<SettingsOutcome> {
    const asked = { rp, flowId: flow.id, field: questionFields.create, displayName: '', isPasswordless: true, now }
    const request = { ...asked, mayBeQuiet: true }
    const made = await makeKey(dependencies, request, textOf(fields, answerFields.settings))
    if (made.kind === 'rejected') return made
    const { key, userHandle, wasPresent } = made
    if (holds(identity, 'passkey', key)) return { kind: 'rejected', form: [keyKnownAlready()] }
    // Two tabs may each have created a handle; the account accepts both.
    const more = { userHandle, identifiers: [identifierOfHandle(userHandle)] }
    return {
      kind: 'changed',
      change: (fresh) =>
        holds(fresh, 'passkey', key)
          ? fresh
          : withKeys(fresh, 'passkey', [...keysOf(fresh, 'passkey'), key], now, more),
      // The person has just used the device, unless the browser created the passkey without asking.
      ...(wasPresent && { method: { method: 'passkey', aal: 'aal1' } as const }),
    }
  }

  return {
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(keyIdsOf(before, 'passkey'), keyIdsOf(after, 'passkey'), keyNotices),
    nodes: ({ type, identity }) => {
      const keys = keysOf(identity, 'passkey')
      const name = displayNameOf(schemas.get(identity.schemaId), identity, rp.displayName)
      const user = { handle: userHandleOf(identity, 'passkey') ?? newHandle(), name }
      return [
        ...keys.map((key) => removeNode(identity, 'passkey', key, dependencies)),
        ...settingsNodes(
          type,
          config.publicBaseUrl,
          creationOptions(
            rp,
            passkeyPolicy(policy, 'making'),
            user,
            config.improvements.keysAreNotMadeTwice ? keys : [],
          ),
        ),
      ]
    },
    submit: (attempt) => {
      const hex = textOf(attempt.fields, 'passkey_remove')
      return hex === undefined ? add(attempt) : removeKey(attempt, 'passkey', hex, dependencies)
    },
  }
}

/** Returns the field whose value names a passkey: the trait that the schema marks, else the first sign-in name. */
function displayNameField(schema: IdentitySchema): string | undefined {
  const traits = identifierTraits(schema)
  return (traits.find(({ isPasskeyName }) => isPasskeyName) ?? traits[0])?.name
}

/** As `displayNameField`, but without a mark the last trait, as in Ory Kratos. */
function lastDisplayNameField(schema: IdentitySchema): string | undefined {
  return identifierTraits(schema).find(({ isPasskeyName }) => isPasskeyName)?.name ?? schema.fields.at(-1)?.name
}

/** Returns the name of a passkey on the person's device. */
function displayNameOf(schema: IdentitySchema | undefined, identity: Identity, otherwise: string): string {
  const field = schema && displayNameField(schema)
  const value = field === undefined ? undefined : traitValue(identity.traits, field)
  return typeof value === 'string' && value !== '' ? value : otherwise
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 64

/**
 * Returns a new handle of an account for authenticators: 64 random letters and digits, so that it reveals nothing about
 * the account. base64url of its bytes.
 */
function newHandle(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Buffer.from(text).toString('base64url')
}

/** Returns the credential identifier of a handle. */
function identifierOfHandle(handle: string): string {
  return Buffer.from(handle, 'base64url').toString('utf8')
}

/** Fields that the browser fills: in sign-in, sign-up and settings. */
const answerFields = {
  login: 'passkey_login',
  registration: 'passkey_register',
  settings: 'passkey_settings_register',
} as const
/** Fields that carry the question. */
const questionFields = { login: 'passkey_challenge', create: 'passkey_create_data' } as const

const suggest = 'oryPasskeyLoginAutocompleteInit'

/** The starts of a sign-in with a passkey: by its button, and by a suggestion in the field for the sign-in name. */
interface PasskeyOffer {
  readonly button: boolean
  readonly suggested: boolean
}

/** Returns the nodes of a sign-in with a passkey. */
function loginNodes(type: FlowType, publicBaseUrl: string, options: unknown, offer: PasskeyOffer): UiNode[] {
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
function registrationNodes(
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
function settingsNodes(type: FlowType, publicBaseUrl: string, options: unknown): UiNode[] {
  const trigger = { run: 'oryPasskeySettingsRegistration', value: '' }
  return [
    triggerNode(type, 'passkey', 'passkey_register_trigger', trigger, addPasskeyLabel()),
    inputNode('passkey', answerFields.settings, 'hidden'),
    hiddenNode('passkey', questionFields.create, JSON.stringify(options)),
    ...(type === 'browser' ? [scriptNode(publicBaseUrl)] : []),
  ]
}
