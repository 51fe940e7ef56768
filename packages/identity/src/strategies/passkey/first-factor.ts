import type { FirstFactors } from '../../credentials/factors.ts'

/** How many passkeys open an account. */
export const passkeyFactors: FirstFactors = ({ credentials: { passkey } }, methods) => {
  const list: unknown = methods.passkey.enabled ? passkey?.config['credentials'] : undefined
  return Array.isArray(list) ? list.length : 0
}
