import type { FirstFactors, SecondFactorFacts } from '../../credentials/factors.ts'
import { isPasswordless, keysOf } from '../../credentials/webauthn-keys.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import type { KeyDependencies } from './dependencies.ts'
import { keyImport } from './key-import.ts'
import { webauthnLogin } from './login.ts'
import { webauthnRegistration } from './registration.ts'
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
