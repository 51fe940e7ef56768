import type { FlowKind } from '@gatehouse/contract/flow'

import type { Fields } from '../flows/http/submission.ts'
import { codeStrategy } from './code/index.ts'
import type { CodeDependencies } from './code/dependencies.ts'
import { identifierFirstStrategy } from './identifier-first/index.ts'
import type { OidcDependencies } from './oidc/dependencies.ts'
import { oidcStrategy } from './oidc/index.ts'
import { passkeyStrategy } from './passkey/index.ts'
import { lookupSecretStrategy } from './lookup-secret/index.ts'
import type { LookupSecretDependencies } from './lookup-secret/dependencies.ts'
import { linkStrategy } from './link/index.ts'
import type { LinkDependencies } from './link/dependencies.ts'
import { passwordStrategy } from './password/index.ts'
import type { PasswordDependencies } from './password/dependencies.ts'
import { profileStrategy } from './profile/index.ts'
import type { ProfileSettingsDependencies } from './profile/settings.ts'
import type { IdentifierFirstDependencies } from './identifier-first/index.ts'
import type { Strategies, Strategy } from '../flows/ports/strategy.ts'
import type { KeyDependencies } from './webauthn/dependencies.ts'
import { totpStrategy } from './totp/index.ts'
import type { TotpDependencies } from './totp/dependencies.ts'
import { webauthnStrategy } from './webauthn/index.ts'

/** What all strategies take together; each is given what it uses. */
export type StrategyDependencies = CodeDependencies &
  LinkDependencies &
  PasswordDependencies &
  ProfileSettingsDependencies &
  IdentifierFirstDependencies &
  KeyDependencies &
  OidcDependencies &
  TotpDependencies &
  LookupSecretDependencies

/**
 * TABLE 4: every way to prove who one is, in the order in which they are asked and drawn. Where two of them bring
 * the same field, the later one wins.
 */
export function createStrategies(dependencies: StrategyDependencies): Strategies {
  const { methods, flows } = dependencies.config.selfservice
  const rows: readonly (readonly [enabled: boolean, create: () => Strategy])[] = [
    [methods.password.enabled, () => passwordStrategy(dependencies)],
    [methods.code.enabled, () => codeStrategy(dependencies)],
    [methods.link.enabled, () => linkStrategy(dependencies)],
    [methods.webauthn.enabled, () => webauthnStrategy(dependencies)],
    [methods.passkey.enabled, () => passkeyStrategy(dependencies)],
    [methods.totp.enabled, () => totpStrategy(dependencies)],
    [methods.lookupSecret.enabled, () => lookupSecretStrategy(dependencies)],
    [methods.oidc.enabled, () => oidcStrategy(dependencies)],
    [true, () => profileStrategy(dependencies)],
    [flows.login.style === 'identifier_first', () => identifierFirstStrategy(dependencies)],
  ]
  return rows.filter(([enabled]) => enabled).map(([, create]) => create())
}

/** Methods of the wire per flow. One that is named but not there was switched off; any other name is nonsense. */
export const wireMethods: Readonly<Record<FlowKind, readonly string[]>> = {
  login: ['password', 'code', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc'],
  registration: ['password', 'code', 'webauthn', 'passkey', 'oidc'],
  settings: ['password', 'profile', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc'],
  recovery: ['code', 'link'],
  verification: ['code', 'link'],
}

/** Which strategy a submission is meant for. `disabled`: one that is switched off. `none`: no method that there is. */
export type StrategyPick =
  | { readonly kind: 'found'; readonly strategy: Strategy }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'none' }

/** The strategy that a submission is meant for. */
export function pickStrategy(strategies: Strategies, kind: FlowKind, fields: Fields): StrategyPick {
  const strategy = strategies.find((candidate) => candidate[kind]?.handles(fields))
  if (strategy) return { kind: 'found', strategy }
  const { method } = fields
  return typeof method === 'string' && wireMethods[kind].includes(method) ? { kind: 'disabled' } : { kind: 'none' }
}
