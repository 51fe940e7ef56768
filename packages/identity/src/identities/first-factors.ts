import type { IdentityConfig } from '../configuration/config.ts'
import type { Identity } from './identity.ts'

type Methods = IdentityConfig['selfservice']['methods']

/** In how many ways a person can begin to sign in. A method that is switched off does not count. */
export function countFirstFactors({ credentials }: Identity, methods: Methods): number {
  const { password, code, oidc, saml, webauthn, passkey } = credentials
  const byPassword = methods.password.enabled && Boolean(password?.config['hashed_password'])
  const byCode = methods.code.enabled && methods.code.passwordlessEnabled && (code?.identifiers.length ?? 0) > 0
  const passkeys = methods.passkey.enabled ? listOf(passkey?.config['credentials']).length : 0
  const byKey = methods.webauthn.enabled && methods.webauthn.passwordless && (webauthn?.identifiers.length ?? 0) > 0
  const keys = byKey ? listOf(webauthn?.config['credentials']).filter(isPasswordless).length : 0
  const providers = [oidc, saml].flatMap((one) => listOf(one?.config['providers'])).length
  return Number(byPassword) + Number(byCode) + passkeys + keys + providers
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Whether an entry of a `webauthn` credential is a way to sign in by itself, rather than a second factor. */
export function isPasswordless(key: unknown): boolean {
  return typeof key === 'object' && key !== null && 'is_passwordless' in key && key.is_passwordless === true
}
