import { passwordHashOf } from '../../credentials/password-hash.ts'
import type { FirstFactors } from '../../credentials/factors.ts'

/** A password opens an account once it is set. */
export const passwordFactor: FirstFactors = (identity, methods) =>
  Number(methods.password.enabled && passwordHashOf(identity) !== undefined)
