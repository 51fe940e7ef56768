import type { FirstFactors, SecondFactorFacts } from '../../credentials/factors.ts'
import { isPasswordless, keysOf } from '../../credentials/webauthn-keys.ts'

/** Security keys as a second factor, for the registry. */
export const securityKeyFactor: SecondFactorFacts = {
  counts: ({ webauthn }) => webauthn.enabled,
  isSetUp: (identity) => keysOf(identity, 'webauthn').some((key) => !key.isPasswordless),
}

/** How many security keys open an account by themselves. */
export const passwordlessKeys: FirstFactors = ({ credentials: { webauthn } }, methods) => {
  if (!methods.webauthn.enabled || !methods.webauthn.passwordless || !webauthn?.identifiers.length) return 0
  const list: unknown = webauthn.config['credentials']
  return Array.isArray(list) ? list.filter(isPasswordless).length : 0
}
