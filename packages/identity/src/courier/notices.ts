import type { Clock } from '@gatehouse/platform/work'
import type { Identity } from '../identities/identity.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { Courier, OutgoingMessage } from './message.ts'
import type { NoticeTemplate } from './templates.ts'

/** Notifies the owners of accounts of changes. */
export interface Notices {
  /**
   * Puts a notice into the outbox, in the current transaction. It is sent to proved addresses only, so that no stranger
   * receives it: by mail, or by text message without a mail address. Without a proved address it is not sent.
   */
  send(identity: Identity, notice: NoticeTemplate, options?: NoticeOptions): Promise<void>
}

/** Options of a notice. */
export interface NoticeOptions {
  /** The notice reports that all other sessions have ended. */
  readonly endedSessions?: boolean
  /** Default: those of the identity. */
  readonly to?: Identity['verifiableAddresses']
  /** Send to all of `to`, proved or not: an operator requested it. */
  readonly toAll?: boolean
}

/** The maximum number of addresses of one account that get a notice. */
const mostRecipients = 3

/** Creates the notices. `publicBaseUrl` replaces the address of a flow in the data of a custom message service. */
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
        // A person who changes settings back and forth must not fill a mailbox.
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
