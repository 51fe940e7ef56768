import { randomBytes } from 'node:crypto'

import type { FirstFactors, SecondFactorFacts } from '../../credentials/factors.ts'
import { isPasswordless, keyIdsOf, keysOf, userHandleOf, withKeys } from '../../credentials/webauthn-keys.ts'
import { textOf } from '../../flows/http/submission.ts'
import type {
  RegistrationCapability,
  SettingsAttempt,
  SettingsCapability,
  SettingsOutcome,
  Strategy,
} from '../../flows/ports/strategy.ts'
import { keyNotices, noticesOf } from '../../flows/settings/notices.ts'
import { noIdentifierFound } from '../../messages/registration.ts'
import { required } from '../../messages/validation.ts'
import { addKeyLabel, keyKnownAlready, keyNameLabel, signUpWithKeyLabel } from '../../messages/webauthn.ts'
import { inputNode } from '../../nodes/node.ts'
import { makeKey } from './add-key.ts'
import { type KeyDependencies, relyingParty } from './dependencies.ts'
import { keyImport } from './key-import.ts'
import { webauthnLogin } from './login.ts'
import { questionNodes } from './nodes.ts'
import { creationOptions, securityKeyPolicy } from './options.ts'
import { holds, removeKey, removeNode } from './removal.ts'

/** Security keys: a second factor, or (`passwordless`) a first one. In browsers only. */
export function webauthnStrategy(dependencies: KeyDependencies): Strategy {
  const { passwordless } = dependencies.config.selfservice.methods.webauthn
  return {
    id: 'webauthn',
    login: webauthnLogin(dependencies),
    ...(passwordless && { registration: webauthnRegistration(dependencies) }),
    settings: webauthnSettings(dependencies),
  }
}

/** The import of security keys, which are found by the names that the account has from its traits. */
export const securityKeyImport = keyImport('webauthn', () => [])

/** Security keys as a second factor, for the registry. */
export const securityKeyFactor: SecondFactorFacts = {
  counts: ({ webauthn }) => webauthn.enabled,
  isSetUp: (identity) => keysOf(identity, 'webauthn').some((key) => !key.isPasswordless),
}

/** Counts the security keys that open an account without another factor. */
export const passwordlessKeys: FirstFactors = ({ credentials: { webauthn } }, methods) => {
  if (!methods.webauthn.enabled || !methods.webauthn.passwordless || !webauthn?.identifiers.length) return 0
  const list: unknown = webauthn.config['credentials']
  return Array.isArray(list) ? list.filter(isPasswordless).length : 0
}

const names = {
  answer: 'webauthn_register',
  trigger: 'webauthn_register_trigger',
  run: 'oryWebAuthnRegistration',
}

/** Signing up with a security key instead of a password. */
function webauthnRegistration(dependencies: KeyDependencies): RegistrationCapability {
  const rp = relyingParty(dependencies, 'webauthn')
  const { publicBaseUrl } = dependencies.config
  return {
    nodes: ({ type, screen }) => {
      if (type === 'api' || screen === 'profile') return []
      // The account does not exist yet, so its handle cannot reveal anything about it.
      const user = { handle: randomBytes(16).toString('base64url'), name: rp.displayName }
      return [
        inputNode('webauthn', 'webauthn_register_displayname', 'text', { value: '' }, keyNameLabel()),
        ...questionNodes(publicBaseUrl, names, creationOptions(rp, securityKeyPolicy, user), signUpWithKeyLabel()),
      ]
    },
    submit: async ({ flow, fields, draft, now }) => {
      if ((draft.credentials.webauthn?.identifiers ?? []).length === 0) {
        return { kind: 'rejected', form: [noIdentifierFound()] }
      }
      const displayName = (textOf(fields, 'webauthn_register_displayname') ?? '').trim()
      const request = { rp, flowId: flow.id, field: names.trigger, displayName, isPasswordless: true, now }
      const made = await makeKey(dependencies, request, textOf(fields, names.answer))
      if (made.kind === 'rejected') return made
      const identity = withKeys(draft, 'webauthn', [made.key], now, { userHandle: made.userHandle })
      return { kind: 'accepted', method: 'webauthn', identity }
    },
  }
}

const addKeyNames = {
  answer: 'webauthn_register',
  trigger: 'webauthn_register_trigger',
  run: 'oryWebAuthnRegistration',
}
const nameField = 'webauthn_register_displayname'

/** Adding and removing security keys. */
function webauthnSettings(dependencies: KeyDependencies): SettingsCapability {
  const { config } = dependencies
  const rp = relyingParty(dependencies, 'webauthn')
  const { methods } = config.selfservice
  const { passwordless } = methods.webauthn

  async function add({ flow, fields, identity, now }: SettingsAttempt): Promise<SettingsOutcome> {
    const name = fields[nameField]
    if (typeof name !== 'string')
      return { kind: 'rejected', fields: [{ field: nameField, message: required(nameField) }] }
    const request = {
      rp,
      flowId: flow.id,
      field: addKeyNames.trigger,
      displayName: name.trim(),
      isPasswordless: passwordless,
      now,
    }
    const made = await makeKey(dependencies, request, textOf(fields, addKeyNames.answer))
    if (made.kind === 'rejected') return made
    const { key, userHandle } = made
    if (holds(identity, 'webauthn', key)) return { kind: 'rejected', form: [keyKnownAlready()] }
    return {
      kind: 'changed',
      change: (fresh) =>
        holds(fresh, 'webauthn', key)
          ? fresh
          : withKeys(fresh, 'webauthn', [...keysOf(fresh, 'webauthn'), key], now, { userHandle }),
      // The person has just used the key.
      method: { method: 'webauthn', aal: passwordless ? 'aal1' : 'aal2' },
    }
  }

  return {
    // A key that signs in without another factor is a method that the organization has not chosen.
    isForMembers: !passwordless,
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(keyIdsOf(before, 'webauthn'), keyIdsOf(after, 'webauthn'), keyNotices),
    nodes: ({ type, identity }) => {
      if (type === 'api') return []
      const keys = keysOf(identity, 'webauthn')
      const user = {
        handle:
          userHandleOf(identity, 'webauthn') ??
          Buffer.from(identity.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: rp.displayName,
      }
      const options = creationOptions(rp, securityKeyPolicy, user, config.improvements.keysAreNotMadeTwice ? keys : [])
      return [
        ...keys.map((key) => removeNode(identity, 'webauthn', key, dependencies)),
        inputNode('webauthn', nameField, 'text', { value: '' }, keyNameLabel()),
        ...questionNodes(config.publicBaseUrl, addKeyNames, options, addKeyLabel()),
      ]
    },
    submit: (attempt) => {
      const hex = textOf(attempt.fields, 'webauthn_remove')
      return hex === undefined ? add(attempt) : removeKey(attempt, 'webauthn', hex, dependencies)
    },
  }
}
