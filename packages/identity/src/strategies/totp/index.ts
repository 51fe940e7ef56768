import { z } from 'zod'
import type { CredentialImport } from '../../credentials/credential-import.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import { withTotp } from './credential.ts'
import type { TotpDependencies } from './dependencies.ts'
import { readKey } from './key.ts'
import { totpLogin } from './login.ts'
import { totpSettings } from './settings.ts'

/**
 * Authenticator apps (RFC 6238) as a second factor: SHA-1, 6 digits, 30 seconds, one step of tolerance either way, and
 * each code once. Guessing: from the fifth wrong code in a row on, the credential is paused for 30 seconds, then twice
 * as long after each further one, up to an hour; meanwhile even the right code is answered with 4000001, in every flow.
 */
export function totpStrategy(dependencies: TotpDependencies): Strategy {
  return { id: 'totp', login: totpLogin(dependencies), settings: totpSettings(dependencies) }
}

/** The import of authenticator apps' keys, as their address. */
export const totpImport: CredentialImport = {
  type: 'totp',
  body: z
    .strictObject({ config: z.strictObject({ totp_url: z.string() }) })
    .transform(({ config: { totp_url: url } }) => ({
      prepare: () => {
        if (readKey(url)) return (seals, identity, now) => withTotp(seals, identity, url, now)
        return { refused: 'totp_url is no otpauth://totp/ address that can be used.' }
      },
    })),
}
