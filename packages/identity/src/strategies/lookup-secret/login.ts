import type { Message } from '@gatehouse/contract/flows'

import { hasLookupCodes } from './second-factor.ts'
import { backupCodeUsed, noBackupCodes, wrongBackupCode } from '../../messages/lookup-secret.ts'
import { tooManyTries } from '../../messages/account-rule.ts'
import { codeText, fieldRejection, triedInSession } from '../../flows/ports/strategy-input.ts'
import type { Rejected } from '../../flows/ports/strategy-outcome.ts'
import { type LoginCapability } from '../../flows/ports/strategy.ts'
import { spendBackupCode } from './credential.ts'
import type { LookupSecretDependencies } from './dependencies.ts'
import { askBackupCodeNodes } from './nodes.ts'

/** Confirming a sign-in with a backup code. */
export function lookupSecretLogin({ identities, seals, transactions }: LookupSecretDependencies): LoginCapability {
  return {
    triedAt: triedInSession,
    nodes: ({ aal, identity }) => (aal === 'aal2' && identity && hasLookupCodes(identity) ? askBackupCodeNodes() : []),
    submit: async ({ fields, now, identity }) => {
      const code = codeText(fields, 'lookup_secret')
      if (code.kind !== 'text') return { ...fieldRejection('lookup_secret', code), values: emptied }
      // The code is used up in the same transaction that finds it: of two at once, one wins.
      const result = await transactions.durable(async () => {
        const fresh = identity && (await identities.find(identity.id))
        const check = fresh ? spendBackupCode(seals, fresh, code.value, now) : ({ kind: 'absent' } as const)
        if (check.kind === 'right' || check.kind === 'wrong') await identities.update(check.identity, 'upkeep')
        return check
      })
      switch (result.kind) {
        case 'right':
          return { kind: 'authenticated', identity: result.identity, method: 'lookup_secret', aal: 'aal2' }
        case 'wrong':
          return rejected(wrongBackupCode())
        case 'used':
          return rejected(backupCodeUsed())
        case 'paused':
          return rejected(tooManyTries(result.until - now))
        case 'absent':
          return rejected(noBackupCodes())
        default:
          return result satisfies never
      }
    },
  }
}

const emptied = { lookup_secret: undefined } as const

function rejected(message: Message): Rejected {
  return { kind: 'rejected', form: [message], values: emptied }
}
