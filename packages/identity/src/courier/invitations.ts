import type { LanguageCode } from '@gatehouse/i18n/languages'
import type { Clock } from '@gatehouse/platform/work'
import type { Transactions } from '@gatehouse/platform/database'

import { normalizeIdentifier } from '../identities/address.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { CourierService } from './courier.ts'

/** An invitation to the console, mailed to an operator. */
export interface Invitation {
  readonly email: string
  readonly link: string
  /** The validity of the link, in minutes. */
  readonly minutes: number
  /** For an address without an account whose traits name a language. Default: English. */
  readonly language?: LanguageCode
}

/** The result of an invitation; nothing is stored unless it is `mailed`. */
export type Invited = 'mailed' | 'no_mail_server' | 'too_many_messages'

/** Creates the function that mails invitations, within the limits of all messages. */
export function createInvitations(deps: {
  readonly courier: Pick<CourierService, 'carriesMail' | 'enqueue'>
  readonly limits: Pick<MessageLimits, 'take'>
  readonly identities: Pick<IdentityStore, 'findByVerifiableAddress'>
  readonly transactions: Pick<Transactions, 'durable'>
  readonly clock: Clock
}): (invitation: Invitation) => Promise<Invited> {
  const { courier, limits, identities, transactions, clock } = deps
  return async ({ email, link, minutes, language }) => {
    if (!courier.carriesMail) return 'no_mail_server'
    return transactions.durable(async () => {
      const taken = await limits.take([email], undefined, clock())
      if (taken.kind === 'refused') return 'too_many_messages'
      const person = await identities.findByVerifiableAddress(normalizeIdentifier(email))
      const about = { requestUrl: '', transientPayload: {}, person, ...(language !== undefined && { language }) }
      const message = { type: 'email', recipient: email, template: 'operator_invitation' } as const
      await courier.enqueue({ ...message, data: { link, minutes }, about }, taken.allowance)
      return 'mailed'
    })
  }
}
