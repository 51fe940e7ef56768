import { isPasswordElsewhere, passwordHashOf } from '../../credentials/password-hash.ts'
import type { FirstFactors } from '../../credentials/factors.ts'

/** A password opens an account once it is set, or while another system that knows it is asked. */
export const passwordFactor: FirstFactors = (identity, { password }) => {
  const isElsewhere = password.migrateHook !== undefined && isPasswordElsewhere(identity)
  return Number(password.enabled && (isElsewhere || passwordHashOf(identity) !== undefined))
}
