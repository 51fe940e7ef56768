import type { Strategy } from '../../flows/ports/strategy.ts'
import type { LookupSecretDependencies } from './dependencies.ts'
import { lookupSecretLogin } from './login.ts'
import { lookupSecretSettings } from './settings.ts'

/**
 * Backup codes as a second factor: twelve, each good once, sealed on disk. Guessing is slowed down as with
 * authenticator apps: from the fifth wrong code in a row on the credential rests, 30 seconds at first, up to an hour;
 * meanwhile even a right code is answered with 4000001, in every flow. A code that was used before is no guess.
 */
export function lookupSecretStrategy(dependencies: LookupSecretDependencies): Strategy {
  return {
    id: 'lookup_secret',
    login: lookupSecretLogin(dependencies),
    settings: lookupSecretSettings(dependencies),
  }
}
