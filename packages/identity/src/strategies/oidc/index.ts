import type { Strategy } from '../../flows/ports/strategy.ts'
import type { OidcDependencies } from './dependencies.ts'
import { oidcLinking } from './linking.ts'
import { oidcLogin } from './login.ts'
import { oidcRegistration } from './registration.ts'
import { oidcSettings } from './settings.ts'

/** Accounts at other services: at OpenID providers, and at some that have their own protocol. */
export function oidcStrategy(dependencies: OidcDependencies): Strategy {
  return {
    id: 'oidc',
    login: oidcLogin(dependencies),
    registration: oidcRegistration(dependencies),
    settings: oidcSettings(dependencies),
    linking: oidcLinking(dependencies),
  }
}
