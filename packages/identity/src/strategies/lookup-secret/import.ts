import { z } from 'zod'

import type { CredentialImport } from '../../credentials/credential-import.ts'
import { withBackupCodes } from './credential.ts'
import type { BackupCode } from './credential.ts'

const codes = z
  .array(z.strictObject({ code: z.string(), used_at: z.iso.datetime({ offset: true }).nullish() }))
  .max(100)

/** Reading names the codes `recovery_codes`, the import of the hosted product `codes`. */
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

/** As people type them: without dashes and spaces, in lower case. */
function asTyped({ code, used_at: usedAt }: z.output<typeof codes>[number]): BackupCode {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return { code: plain, usedAt: usedAt ? Date.parse(usedAt) : undefined }
}

function isLongEnough({ code }: BackupCode): boolean {
  return code.length >= shortestCode && code.length <= 64
}
