import type { Strategy } from '../../flows/ports/strategy.ts'
import type { KeyDependencies } from './dependencies.ts'
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
