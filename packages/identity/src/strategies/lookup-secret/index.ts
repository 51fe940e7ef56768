import { z } from 'zod'
import type { CredentialImport } from '../../credentials/credential-import.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import { withBackupCodes, type BackupCode } from './credential.ts'
import type { LookupSecretDependencies } from './dependencies.ts'
import { lookupSecretLogin } from './login.ts'
import { lookupSecretSettings } from './settings.ts'

/**
 * Backup codes as a second factor: twelve, each valid once, sealed on disk. Guessing is slowed down as with
 * authenticator apps: from the fifth wrong code in a row on the credential is paused, 30 seconds at first, up to an
 * hour; meanwhile even a right code is answered with 4000001, in every flow. A code that was used before is no guess.
 */
export function lookupSecretStrategy(dependencies: LookupSecretDependencies): Strategy {
  return {
    id: 'lookup_secret',
    login: lookupSecretLogin(dependencies),
    settings: lookupSecretSettings(dependencies),
  }
}

const codes = z
  .array(z.strictObject({ code: z.string(), used_at: z.iso.datetime({ offset: true }).nullish() }))
  .max(100)

/** The import of backup codes: reads have the key `recovery_codes`, the hosted product's imports `codes`. */
export const backupCodeImport: CredentialImport = {
  type: 'lookup_secret',
  body: z
    .strictObject({ config: z.union([z.strictObject({ recovery_codes: codes }), z.strictObject({ codes })]) })
    .transform(({ config }) => ({
      prepare: () => {
        const usable = ('codes' in config ? config.codes : config.recovery_codes).map(asTyped)
        if (!usable.every(isLongEnough)) {
          return { refused: `A recovery code has at least ${shortestCode} characters.` }
        }
        return (seals, identity, now) =>
          usable.length === 0 ? identity : withBackupCodes(seals, identity, usable, now)
      },
    })),
}

const shortestCode = 6

/** Normalizes a code as in a form: without dashes and spaces, in lower case. */
function asTyped({ code, used_at: usedAt }: z.output<typeof codes>[number]): BackupCode {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return { code: plain, usedAt: usedAt ? Date.parse(usedAt) : undefined }
}

function isLongEnough({ code }: BackupCode): boolean {
  return code.length >= shortestCode && code.length <= 64
}
