import { adminGivens } from './admin.ts'
import type { Given } from './given.ts'
import { loginGivens } from './login.ts'
import { providerGivens } from './providers.ts'
import { recoveryGivens } from './recovery.ts'
import { registrationGivens } from './registration.ts'
import { sessionGivens } from './sessions.ts'
import { settingsGivens } from './settings.ts'
import { verificationGivens } from './verification.ts'

/** The preconditions of each recording; recordings without any are not in it. */
export const givens: Readonly<Record<string, Given>> = {
  ...loginGivens,
  ...registrationGivens,
  ...settingsGivens,
  ...recoveryGivens,
  ...verificationGivens,
  ...sessionGivens,
  ...providerGivens,
  ...adminGivens,
}
