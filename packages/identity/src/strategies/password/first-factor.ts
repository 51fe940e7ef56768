import { isPasswordRemote, passwordHashOf } from '../../credentials/password-hash.ts'
import type { FirstFactors } from '../../credentials/factors.ts'

/** A password opens an account once it is set, or while another system that knows it is asked. */
export const passwordFactor: FirstFactors = (identity, { password }) => {
  const isRemote = password.migrateHook !== undefined && isPasswordRemote(identity)
  return Number(password.enabled && (isRemote || passwordHashOf(identity) !== undefined))
}
