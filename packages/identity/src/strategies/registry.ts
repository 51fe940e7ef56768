import { ownPassword } from '../credentials/password-hash.ts'
import { ownKeys } from '../credentials/webauthn-keys.ts'
import { type Fields, textField } from '../flows/http/submission.ts'
import { isPressed } from '../flows/ports/strategy-input.ts'
import type { IsAddressed } from '../flows/ports/strategy.ts'
import { codeFactor, codeFirstFactor, codeStrategy, ownCodeAddresses } from './code/index.ts'
import { identifierFirstStrategy } from './identifier-first/index.ts'
import { linkStrategy } from './link/index.ts'
import { ownBackupCodes, sealedBackupCodes } from './lookup-secret/credential.ts'
import { backupCodeImport, lookupSecretStrategy, backupCodeFactor } from './lookup-secret/index.ts'
import type { Method } from './method.ts'
import { createMethods } from './methods.ts'
import { linkFactors, linkImport, oidcStrategy } from './oidc/index.ts'
import { ownLinks, sealedLinks } from './oidc/links.ts'
import { passkeyFactors, passkeyImport, passkeyStrategy } from './passkey/index.ts'
import { passwordFactor, passwordImport, passwordStrategy } from './password/index.ts'
import { isOfProfileScreen, profileStrategy, waitingButtons } from './profile/index.ts'
import { ownTotp, sealedTotp } from './totp/credential.ts'
import { totpImport, totpStrategy, totpFactor } from './totp/index.ts'
import { passwordlessKeys, securityKeyFactor, securityKeyImport, webauthnStrategy } from './webauthn/index.ts'

/**
 * TABLE: every sign-in method, in the order in which submissions are offered to them and their fields are drawn. If two of them have the same field,
 * the later one wins.
 */
// prettier-ignore
export const standardMethods: readonly Method[] = [
  { id: 'password',          isEnabled: ({ methods }) => methods.password.enabled,     create: passwordStrategy,
    flows: { login: named('password'), registration: named('password'), settings: named('password') },
    imported: passwordImport, own: ownPassword, firstFactors: passwordFactor,
    position: { group: 'password', at: { login: 60, registration: 70, settings: 30 }, keepsPasswordAmongDefaults: true } },
  { id: 'code',              isEnabled: ({ methods }) => methods.code.enabled,         create: codeStrategy,
    flows: { login: named('code'), registration: named('code'), recovery: named('code'), verification: either(named('code'), filled('code', 'code')) },
    unknownWhenOff: ['login', 'recovery', 'verification'],
    own: ownCodeAddresses, firstFactors: codeFirstFactor, secondFactor: codeFactor,
    position: { group: 'code', at: { login: 50, registration: 60 } } },
  { id: 'link',              isEnabled: ({ methods }) => methods.link.enabled,         create: linkStrategy,
    flows: { recovery: named('link'), verification: named('link') }, unknownWhenOff: ['verification'] },
  { id: 'webauthn',          isEnabled: ({ methods }) => methods.webauthn.enabled,     create: webauthnStrategy,
    flows: { login: inBrowser(either(named('webauthn'), filled('webauthn', 'webauthn_login'))), registration: inBrowser(filled('webauthn', 'webauthn_register')), settings: inBrowser(filled('webauthn', 'webauthn_register', 'webauthn_remove')) },
    unknownWhenOff: ['registration'], needs: { login: 'identifier' },
    imported: securityKeyImport, own: ownKeys('webauthn'), firstFactors: passwordlessKeys, secondFactor: securityKeyFactor,
    position: { group: 'webauthn', at: { login: 30, registration: 40, settings: 60 } } },
  { id: 'passkey',           isEnabled: ({ methods }) => methods.passkey.enabled,      create: passkeyStrategy,
    flows: { login: either(named('passkey'), filled('passkey', 'passkey_login')), registration: filled('passkey', 'passkey_register'), settings: filled('passkey', 'passkey_settings_register', 'passkey_remove') },
    imported: passkeyImport, own: ownKeys('passkey'), firstFactors: passkeyFactors,
    position: { group: 'passkey', at: { login: 40, registration: 50, settings: 70 }, suggests: true } },
  { id: 'totp',              isEnabled: ({ methods }) => methods.totp.enabled,         create: totpStrategy,
    flows: { login: atLevel('aal2', named('totp')), settings: either(named('totp'), pressed('totp', 'totp_unlink')) },
    sealed: sealedTotp, imported: totpImport, own: ownTotp, secondFactor: totpFactor,
    position: { group: 'totp', at: { login: 70, settings: 80 } } },
  { id: 'lookup_secret',     isEnabled: ({ methods }) => methods.lookupSecret.enabled, create: lookupSecretStrategy,
    flows: { login: atLevel('aal2', named('lookup_secret')), settings: pressed('lookup_secret', 'lookup_secret_regenerate', 'lookup_secret_confirm', 'lookup_secret_reveal', 'lookup_secret_disable') },
    sealed: sealedBackupCodes, imported: backupCodeImport, own: ownBackupCodes, secondFactor: backupCodeFactor,
    position: { group: 'lookup_secret', at: { login: 80, settings: 50 } } },
  { id: 'oidc',              isEnabled: ({ methods }) => methods.oidc.enabled,         create: oidcStrategy,
    flows: { login: atLevel('aal1', filled('oidc', 'provider')), registration: filled('oidc', 'provider'), settings: filled('oidc', 'link', 'unlink') },
    sealed: sealedLinks, imported: linkImport, own: ownLinks, firstFactors: linkFactors, role: 'oidc',
    position: { group: 'oidc', at: { login: 10, registration: 10, settings: 40 }, keepsPasswordAmongDefaults: true } },
  { id: 'profile',           isEnabled: () => true,                                    create: profileStrategy,
    flows: { registration: isOfProfileScreen, settings: either(named('profile'), filled('profile', ...Object.values(waitingButtons))) }, unknownWhenOff: ['registration'],
    position: { group: 'profile', at: { registration: 90, settings: 20 }, keepsPasswordAmongDefaults: true } },
  { id: 'identifier_first',  isEnabled: ({ flows }) => flows.login.style === 'identifier_first', create: identifierFirstStrategy,
    flows: { login: named('identifier_first') }, unknownWhenOff: ['login'],
    role: 'identifier_first' },
]

/** The methods of this service. */
export const ownMethods = createMethods(standardMethods)

/** A submission that names the method. */
export function named(method: string): IsAddressed {
  return (fields) => fields['method'] === method
}

/** A submission that fills one of these fields, and names the method or none. */
function filled(method: string, ...names: readonly string[]): IsAddressed {
  return (fields) => namesNoOther(fields, method) && names.some((name) => textField(fields, name).kind === 'text')
}

/** A submission in which one of these buttons was pressed, and that names the method or none. */
function pressed(method: string, ...names: readonly string[]): IsAddressed {
  return (fields) => namesNoOther(fields, method) && names.some((name) => isPressed(fields, name))
}

/** Either of two. */
function either(one: IsAddressed, other: IsAddressed): IsAddressed {
  return (fields, flow) => one(fields, flow) || other(fields, flow)
}

/** Only in flows of browsers. */
function inBrowser(addressed: IsAddressed): IsAddressed {
  return (fields, flow) => flow.type === 'browser' && addressed(fields, flow)
}

/** Only in a sign-in to that level of assurance. */
function atLevel(aal: 'aal1' | 'aal2', addressed: IsAddressed): IsAddressed {
  return (fields, flow) => (flow.details.requestedAal ?? 'aal1') === aal && addressed(fields, flow)
}

function namesNoOther(fields: Fields, method: string): boolean {
  const { method: given } = fields
  return given === undefined || given === null || given === '' || given === method
}
