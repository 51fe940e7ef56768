import type { FlowKind } from '@gatehouse/contract/flows'

import type { IdentityConfig } from '../configuration/config.ts'
import type { SealedCredential } from '../credentials/sealed-credential.ts'
import { codeStrategy } from './code/index.ts'
import type { CodeDependencies } from './code/dependencies.ts'
import { identifierFirstStrategy } from './identifier-first/index.ts'
import type { OidcDependencies } from './oidc/dependencies.ts'
import { oidcStrategy } from './oidc/index.ts'
import { sealedLinks } from './oidc/links.ts'
import { passkeyStrategy } from './passkey/index.ts'
import { sealedBackupCodes } from './lookup-secret/credential.ts'
import { lookupSecretStrategy } from './lookup-secret/index.ts'
import type { LookupSecretDependencies } from './lookup-secret/dependencies.ts'
import { linkStrategy } from './link/index.ts'
import type { LinkDependencies } from './link/dependencies.ts'
import { passwordStrategy } from './password/index.ts'
import type { PasswordDependencies } from './password/dependencies.ts'
import { profileStrategy } from './profile/index.ts'
import type { ProfileSettingsDependencies } from './profile/settings.ts'
import type { IdentifierFirstDependencies } from './identifier-first/index.ts'
import type { Strategies, Strategy, WireMethods } from '../flows/ports/strategy.ts'
import type { KeyDependencies } from './webauthn/dependencies.ts'
import { sealedTotp } from './totp/credential.ts'
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

/** A row of the registry. */
interface StrategyRow {
  /** The `method` of the wire. */
  readonly id: string
  /** Flows in which the wire knows the method, whether it is switched on or not. */
  readonly flows: readonly FlowKind[]
  readonly isEnabled: (config: Pick<IdentityConfig, 'selfservice'>['selfservice']) => boolean
  readonly create: (dependencies: StrategyDependencies) => Strategy
  /** What its credential keeps sealed on disk. Absent: nothing. */
  readonly sealed?: SealedCredential
}

/**
 * TABLE 4: every way to prove who one is, in the order in which they are asked and drawn. Where two of them bring
 * the same field, the later one wins.
 */
// prettier-ignore
const table: readonly StrategyRow[] = [
  { id: 'password',         flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.password.enabled,     create: passwordStrategy },
  { id: 'code',             flows: ['login', 'registration', 'recovery', 'verification'], isEnabled: ({ methods }) => methods.code.enabled, create: codeStrategy },
  { id: 'link',             flows: ['recovery', 'verification'],          isEnabled: ({ methods }) => methods.link.enabled,         create: linkStrategy },
  { id: 'webauthn',         flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.webauthn.enabled,     create: webauthnStrategy },
  { id: 'passkey',          flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.passkey.enabled,      create: passkeyStrategy },
  { id: 'totp',             flows: ['login', 'settings'],                 isEnabled: ({ methods }) => methods.totp.enabled,         create: totpStrategy, sealed: sealedTotp },
  { id: 'lookup_secret',    flows: ['login', 'settings'],                 isEnabled: ({ methods }) => methods.lookupSecret.enabled, create: lookupSecretStrategy, sealed: sealedBackupCodes },
  { id: 'oidc',             flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.oidc.enabled,         create: oidcStrategy, sealed: sealedLinks },
  { id: 'profile',          flows: ['settings'],                          isEnabled: () => true,                                    create: profileStrategy },
  { id: 'identifier_first', flows: [],                                    isEnabled: ({ flows }) => flows.login.style === 'identifier_first', create: identifierFirstStrategy },
]

/** The strategies that the configuration switches on. */
export function createStrategies(dependencies: StrategyDependencies): Strategies {
  const enabled = table.filter(({ isEnabled }) => isEnabled(dependencies.config.selfservice))
  return enabled.map(({ create }) => create(dependencies))
}

/** The types of credentials that keep something sealed, whether their method is switched on or not. */
export const sealedCredentials: readonly SealedCredential[] = table.flatMap(({ sealed }) => sealed ?? [])

/** Methods of the wire per flow. One that is named but not there was switched off; any other name is nonsense. */
export const wireMethods: WireMethods = {
  login: idsIn('login'),
  registration: idsIn('registration'),
  settings: idsIn('settings'),
  recovery: idsIn('recovery'),
  verification: idsIn('verification'),
}

function idsIn(kind: FlowKind): readonly string[] {
  return table.filter(({ flows }) => flows.includes(kind)).map(({ id }) => id)
}
