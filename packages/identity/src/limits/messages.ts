import type { LimitReached } from '@gatehouse/platform/limits'

import type { Budget, Limits } from './policy.ts'
import { recipientOf } from './recipient.ts'

/**
 * The right to put one message to each of some recipients into the outbox. Only the limits create one, and the outbox
 * requires it: the types of TypeScript allow no uncounted message.
 */
class Drawn {
  readonly #left: string[]

  constructor(to: readonly string[]) {
    this.#left = to.map(recipientOf)
  }

  /** Uses the right to send one message there. Throws if none was counted for it: that is a bug. */
  spend(recipient: string): void {
    const index = this.#left.indexOf(recipientOf(recipient))
    if (index === -1) throw new Error('a message has to be drawn for its own recipient')
    this.#left.splice(index, 1)
  }
}

export type { Drawn as MessageAllowance }

/** The result of a request to send messages. */
export type MessagesTaken =
  | {
      readonly kind: 'granted'
      readonly allowance: Drawn
      /** Returns the allowance: nothing was sent, and nothing will be. */
      refund(): Promise<void>
    }
  | LimitReached

/** The result without any message: nothing is counted. */
export const nothingToSend: MessagesTaken = { kind: 'granted', allowance: new Drawn([]), refund: async () => {} }

/** The limits of messages. */
export interface MessageLimits {
  /**
   * Counts one for each message. `to` are the addresses of accounts, or the typed ones if no account has them: both are
   * limited alike. Without any, one is counted for the network alone: an answer without a message reveals something as
   * well. `network` is that of the request; `undefined` if it is unknown, and for operators.
   */
  take(to: readonly string[], network: string | undefined, now: number): Promise<MessagesTaken>
  /** Counts one for a notice about an account. These are counted separately: codes must not prevent one. */
  takeNotice(to: string, now: number): Promise<MessagesTaken>
}

/** Creates the limits of messages from the limits of a service. */
export function createMessageLimits(limits: Limits): MessageLimits {
  return {
    take: async (to, network, now) => {
      const perRecipient = to.map((one): Budget => ({ kind: 'codesPerRecipient', subject: recipientOf(one) }))
      const perAddress = Array.from({ length: Math.max(1, to.length) }, (): Budget[] =>
        network === undefined ? [] : [{ kind: 'codesPerAddress', subject: network }],
      ).flat()
      const taken = await limits.take([...perRecipient, ...perAddress], now)
      return taken.kind === 'refused'
        ? taken
        : { kind: 'granted', allowance: new Drawn(to), refund: () => taken.refund() }
    },
    takeNotice: async (to, now) => {
      const taken = await limits.take([{ kind: 'noticesPerRecipient', subject: recipientOf(to) }], now)
      return taken.kind === 'refused'
        ? taken
        : { kind: 'granted', allowance: new Drawn([to]), refund: () => taken.refund() }
    },
  }
}
