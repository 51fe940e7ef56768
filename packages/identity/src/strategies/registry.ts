import { ownPassword } from '../credentials/password-hash.ts'
import { ownKeys } from '../credentials/webauthn-keys.ts'
import { codeStrategy, codeFactor, codeFirstFactor, ownCodeAddresses } from './code/index.ts'
import { identifierFirstStrategy } from './identifier-first/index.ts'
import { linkStrategy } from './link/index.ts'
import { ownBackupCodes, sealedBackupCodes } from './lookup-secret/credential.ts'
import { backupCodeImport, lookupSecretStrategy } from './lookup-secret/index.ts'
import { backupCodeFactor } from './lookup-secret/second-factor.ts'
import type { Method } from './method.ts'
import { createMethods } from './methods.ts'
import { linkFactors, linkImport, oidcStrategy } from './oidc/index.ts'
import { ownLinks, sealedLinks } from './oidc/links.ts'
import { passkeyFactors, passkeyImport, passkeyStrategy } from './passkey/index.ts'
import { passwordFactor, passwordImport, passwordStrategy } from './password/index.ts'
import { profileStrategy } from './profile/index.ts'
import { ownTotp, sealedTotp } from './totp/credential.ts'
import { totpImport, totpStrategy } from './totp/index.ts'
import { totpFactor } from './totp/second-factor.ts'
import { passwordlessKeys, securityKeyFactor, securityKeyImport, webauthnStrategy } from './webauthn/index.ts'

/**
 * TABLE 4: every sign-in method, in the order in which they are asked and drawn. If two of them have the same field,
 * the later one wins.
 */
// prettier-ignore
export const standardMethods: readonly Method[] = [
  { id: 'password',         flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.password.enabled,     create: passwordStrategy,
    imported: passwordImport, own: ownPassword, firstFactors: passwordFactor,
    position: { group: 'password', at: { login: 60, registration: 70, settings: 30 }, keepsPasswordAmongDefaults: true } },
  { id: 'code',             flows: ['login', 'registration', 'recovery', 'verification'], isEnabled: ({ methods }) => methods.code.enabled, create: codeStrategy,
    own: ownCodeAddresses, firstFactors: codeFirstFactor, secondFactor: codeFactor,
    position: { group: 'code', at: { login: 50, registration: 60 } } },
  { id: 'link',             flows: ['recovery', 'verification'],          isEnabled: ({ methods }) => methods.link.enabled,         create: linkStrategy },
  { id: 'webauthn',         flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.webauthn.enabled,     create: webauthnStrategy,
    imported: securityKeyImport, own: ownKeys('webauthn'), firstFactors: passwordlessKeys, secondFactor: securityKeyFactor,
    position: { group: 'webauthn', at: { login: 30, registration: 40, settings: 60 } } },
  { id: 'passkey',          flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.passkey.enabled,      create: passkeyStrategy,
    imported: passkeyImport, own: ownKeys('passkey'), firstFactors: passkeyFactors,
    position: { group: 'passkey', at: { login: 40, registration: 50, settings: 70 }, suggests: true } },
  { id: 'totp',             flows: ['login', 'settings'],                 isEnabled: ({ methods }) => methods.totp.enabled,         create: totpStrategy,
    sealed: sealedTotp, imported: totpImport, own: ownTotp, secondFactor: totpFactor,
    position: { group: 'totp', at: { login: 70, settings: 80 } } },
  { id: 'lookup_secret',    flows: ['login', 'settings'],                 isEnabled: ({ methods }) => methods.lookupSecret.enabled, create: lookupSecretStrategy,
    sealed: sealedBackupCodes, imported: backupCodeImport, own: ownBackupCodes, secondFactor: backupCodeFactor,
    position: { group: 'lookup_secret', at: { login: 80, settings: 50 } } },
  { id: 'oidc',             flows: ['login', 'registration', 'settings'], isEnabled: ({ methods }) => methods.oidc.enabled,         create: oidcStrategy,
    sealed: sealedLinks, imported: linkImport, own: ownLinks, firstFactors: linkFactors, role: 'linking',
    position: { group: 'oidc', at: { login: 10, registration: 10, settings: 40 }, keepsPasswordAmongDefaults: true } },
  { id: 'profile',          flows: ['settings'],                          isEnabled: () => true,                                    create: profileStrategy,
    position: { group: 'profile', at: { registration: 90, settings: 20 }, keepsPasswordAmongDefaults: true } },
  { id: 'identifier_first', flows: [],                                    isEnabled: ({ flows }) => flows.login.style === 'identifier_first', create: identifierFirstStrategy,
    role: 'finding' },
]

/** The methods of this service. */
export const ownMethods = createMethods(standardMethods)

/** Methods of the wire per flow. */
export const { wireMethods } = ownMethods
