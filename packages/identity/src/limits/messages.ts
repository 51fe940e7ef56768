import type { LimitReached } from '@gatehouse/platform/limits'

import type { Budget, Limits } from './policy.ts'
import { recipientOf } from './recipient.ts'

/**
 * The right to put one message to each of some recipients into the outbox. Only drawing makes one, and the outbox takes
 * nothing without: a message that is not counted cannot be written down in TypeScript.
 */
class Drawn {
  readonly #left: string[]

  constructor(to: readonly string[]) {
    this.#left = to.map(recipientOf)
  }

  /** Uses the right to send one message there. Throws where nothing was drawn for it: that is a bug. */
  spend(recipient: string): void {
    const index = this.#left.indexOf(recipientOf(recipient))
    if (index === -1) throw new Error('a message has to be drawn for its own recipient')
    this.#left.splice(index, 1)
  }
}

export type { Drawn as MessageAllowance }

/** What asking to send messages comes to. */
export type MessagesTaken =
  | {
      readonly kind: 'granted'
      readonly allowance: Drawn
      /** Nothing was sent, and nothing will be. */
      giveBack(): Promise<void>
    }
  | LimitReached

/** Where there is nothing to send, nothing is counted. */
export const nothingToSend: MessagesTaken = { kind: 'granted', allowance: new Drawn([]), giveBack: async () => {} }

/** How many messages may be sent. */
export interface MessageLimits {
  /**
   * Takes one for each message. `to` are the recipients of record, or what was typed where no account has it: both are
   * limited alike. Without any, one is taken from the network alone: an answer without a message tells something as
   * well. `network` is what the request comes from; `undefined` where that is unknown, and for operators.
   */
  take(to: readonly string[], network: string | undefined, now: number): Promise<MessagesTaken>
  /** Takes one for a notice of what happened to an account. These are counted apart: codes must not keep one away. */
  takeNotice(to: string, now: number): Promise<MessagesTaken>
}

/** Draws for messages from the limits of a service. */
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
        : { kind: 'granted', allowance: new Drawn(to), giveBack: () => taken.giveBack() }
    },
    takeNotice: async (to, now) => {
      const taken = await limits.take([{ kind: 'noticesPerRecipient', subject: recipientOf(to) }], now)
      return taken.kind === 'refused'
        ? taken
        : { kind: 'granted', allowance: new Drawn([to]), giveBack: () => taken.giveBack() }
    },
  }
}
