import type { Clock } from '@gatehouse/platform/work'
import type { Identity } from '../identities/identity.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { Courier, OutgoingMessage } from './message.ts'
import type { NoticeTemplate } from './templates.ts'

/** Reports to the owners of accounts what happened to them. */
export interface Notices {
  /**
   * Puts a notice into the outbox, in the current transaction. It goes to proved addresses alone, so that no
   * stranger is written to: by mail, or by text message where there is no mail address. None are proved: it is not sent.
   */
  send(identity: Identity, notice: NoticeTemplate, options?: NoticeOptions): Promise<void>
}

/** What a notice says besides, and to whom. */
export interface NoticeOptions {
  /** It says that all other sessions have ended. */
  readonly endedSessions?: boolean
  /** Default: those of the identity. */
  readonly to?: Identity['verifiableAddresses']
  /** All of `to`, proved or not: an operator asked for it. */
  readonly toAll?: boolean
}

/** How many addresses of one account a notice goes to at most. */
const mostRecipients = 3

/** Makes the notices. `publicBaseUrl` stands for the flow that a message comes from where a program receives one. */
export function createNotices(deps: {
  readonly courier: Courier
  readonly limits: Pick<MessageLimits, 'takeNotice'>
  readonly clock: Clock
  readonly publicBaseUrl: string
}): Notices {
  const { courier, limits, clock, publicBaseUrl } = deps
  return {
    send: async (identity, template, { endedSessions = false, to = identity.verifiableAddresses, toAll } = {}) => {
      const data = { ...(endedSessions && { endedSessions: 1 }), changedAt: clock() }
      for (const { type, recipient } of toAll === true ? to.map(recipientOf) : recipientsOf(to)) {
        // A person who changes things back and forth fills no mailbox.
        const taken = await limits.takeNotice(recipient, clock())
        if (taken.kind === 'refused') continue
        const about = {
          requestUrl: publicBaseUrl,
          transientPayload: {},
          person: identity,
        }
        await courier.enqueue({ type, recipient, template, data, about }, taken.allowance)
      }
    },
  }
}

type Recipient = Pick<OutgoingMessage, 'type' | 'recipient'>

function recipientsOf(addresses: Identity['verifiableAddresses']): readonly Recipient[] {
  const proved = addresses.filter(({ verified }) => verified)
  const mail = proved.filter(({ via }) => via === 'email')
  return (mail.length > 0 ? mail : proved).slice(0, mostRecipients).map(recipientOf)
}

function recipientOf({ value, via }: Identity['verifiableAddresses'][number]): Recipient {
  return { type: via === 'email' ? 'email' : 'phone', recipient: value }
}
