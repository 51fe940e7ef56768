import type { Message } from '@gatehouse/contract/flows'

import { hasTotp } from './second-factor.ts'
import { noTotp, wrongTotpCode } from '../../messages/totp.ts'
import { tooManyTries } from '../../messages/account-rule.ts'
import { codeText, fieldRejection, triedInSession } from '../../flows/ports/strategy-input.ts'
import type { Rejected } from '../../flows/ports/strategy-outcome.ts'
import { type LoginCapability } from '../../flows/ports/strategy.ts'
import { checkTotp } from './credential.ts'
import type { TotpDependencies } from './dependencies.ts'
import { askCodeNodes } from './nodes.ts'

type LoginDependencies = Pick<TotpDependencies, 'identities' | 'seals' | 'transactions'>

/** Confirming a sign-in with the code of an authenticator app. */
export function totpLogin({ identities, seals, transactions }: LoginDependencies): LoginCapability {
  return {
    triedAt: triedInSession,
    nodes: ({ aal, identity }) => (aal === 'aal2' && identity && hasTotp(identity) ? askCodeNodes() : []),
    submit: async ({ fields, now, identity }) => {
      const code = codeText(fields, 'totp_code')
      if (code.kind !== 'text') return { ...fieldRejection('totp_code', code), values: emptied }
      // The transaction of the check also counts the try: of two at once, the second sees the first.
      const result = await transactions.durable(async () => {
        const fresh = identity && (await identities.find(identity.id))
        const check = fresh ? checkTotp(seals, fresh, code.value, now) : ({ kind: 'absent' } as const)
        if (check.kind === 'right' || check.kind === 'wrong') await identities.update(check.identity, 'upkeep')
        return check
      })
      switch (result.kind) {
        case 'right':
          return { kind: 'authenticated', identity: result.identity, method: 'totp', aal: 'aal2' }
        case 'wrong':
          return rejected(wrongTotpCode())
        case 'paused':
          return rejected(tooManyTries(result.until - now))
        case 'absent':
          return rejected(noTotp())
        default:
          return result satisfies never
      }
    },
  }
}

const emptied = { totp_code: undefined } as const

function rejected(message: Message): Rejected {
  return { kind: 'rejected', form: [message], values: emptied }
}
