import { randomBytes } from 'node:crypto'
import type { FirstFactors, SecondFactorFacts } from '../../credentials/factors.ts'
import { isPasswordless, keysOf, withKeys } from '../../credentials/webauthn-keys.ts'
import { textOf } from '../../flows/http/submission.ts'
import type { Strategy, RegistrationCapability } from '../../flows/ports/strategy.ts'
import { noIdentifierFound } from '../../messages/registration.ts'
import { keyNameLabel, signUpWithKeyLabel } from '../../messages/webauthn.ts'
import { inputNode } from '../../nodes/node.ts'
import { makeKey } from './add-key.ts'
import { type KeyDependencies, relyingParty } from './dependencies.ts'
import { keyImport } from './key-import.ts'
import { webauthnLogin } from './login.ts'
import { questionNodes } from './nodes.ts'
import { creationOptions, securityKeyPolicy } from './options.ts'
import { webauthnSettings } from './settings.ts'

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
