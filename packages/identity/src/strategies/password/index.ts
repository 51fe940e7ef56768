import type { Strategy } from '../../flows/ports/strategy.ts'
import type { PasswordDependencies } from './dependencies.ts'
import { passwordLogin } from './login.ts'
import { createPasswordPolicy } from './policy.ts'
import { passwordRegistration } from './registration.ts'
import { passwordSettings } from './settings.ts'

/** Passwords. */
export function passwordStrategy(dependencies: PasswordDependencies): Strategy {
  const { config, hasher, fetch } = dependencies
  const policy = createPasswordPolicy(config, hasher.longestBytes, fetch)
  return {
    id: 'password',
    login: passwordLogin(dependencies),
    registration: passwordRegistration(dependencies, policy),
    settings: passwordSettings(dependencies, policy),
  }
}
