import type { Strategy } from '../../flows/ports/strategy.ts'
import type { KeyDependencies } from '../webauthn/dependencies.ts'
import { passkeyLogin } from './login.ts'
import { passkeyRegistration } from './registration.ts'
import { passkeySettings } from './settings.ts'

/** Passkeys: keys that the device keeps, and that say themselves whose they are. */
export function passkeyStrategy(dependencies: KeyDependencies): Strategy {
  return {
    id: 'passkey',
    login: passkeyLogin(dependencies),
    registration: passkeyRegistration(dependencies),
    settings: passkeySettings(dependencies),
  }
}
