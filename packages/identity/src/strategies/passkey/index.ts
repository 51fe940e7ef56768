import type { FirstFactors } from '../../credentials/factors.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import type { KeyDependencies } from '../webauthn/dependencies.ts'
import { keyImport } from '../webauthn/key-import.ts'
import { identifierOfHandle } from './handle.ts'
import { passkeyLogin } from './login.ts'
import { passkeyRegistration } from './registration.ts'
import { passkeySettings } from './settings.ts'

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
