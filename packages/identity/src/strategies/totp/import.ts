import { z } from 'zod'

import type { CredentialImport } from '../../credentials/credential-import.ts'
import { withTotp } from './credential.ts'
import { readKey } from './key.ts'

/** Keys of authenticator apps come as their address. */
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
