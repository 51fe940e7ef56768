import { OutboundFault, type OutboundReason } from '@gatehouse/platform/outbound'

import type { OutboxMessage } from './message.ts'

/** Hands one message over. Rejects with a `DeliveryFault`, an `OutboundFault` or a `JsonnetFault`. */
export interface MessageSender {
  send(message: OutboxMessage): Promise<void>
  close(): void
}

/** How far a hand-over got before it failed: TABLE of the steps, in their order. */
export const deliverySteps = ['connect', 'tls', 'sign_in', 'accept'] as const

/** A key of the table. */
export type DeliveryStep = (typeof deliverySteps)[number]

/**
 * Whose fault it is. `carrier`: the message was not even shown, so every other one fails as well. `message`: the carrier
 * works, and does not take this one. `unclear`: the carrier was shown the message and failed; whether others pass tells.
 */
export type Blame = 'carrier' | 'unclear' | 'message'

/**
 * A message was not taken. Operators who may read the project's messages see the text: it is ours, and repeats only the
 * status numbers of the other side's answer.
 */
export class DeliveryFault extends Error {
  readonly step: DeliveryStep
  readonly blame: Blame
  /** True: trying this message again will not help. */
  readonly isFinal: boolean
  /** True: the other side says itself that this will pass, so no try of the message is spent. */
  readonly isTemporary: boolean
  constructor(
    text: string,
    {
      step = 'accept',
      blame = 'message',
      isFinal = false,
      isTemporary = false,
      cause,
    }: {
      readonly step?: DeliveryStep
      readonly blame?: Blame
      readonly isFinal?: boolean
      readonly isTemporary?: boolean
      readonly cause?: unknown
    } = {},
  ) {
    super(text, { cause })
    this.step = step
    this.blame = blame
    this.isFinal = isFinal
    this.isTemporary = isTemporary
  }
}

/** TABLE: failures of a call that come before the other side is shown anything, by their step. */
const before: Partial<Readonly<Record<OutboundReason, DeliveryStep>>> = {
  bad_url: 'connect',
  private_address: 'connect',
  unknown_name: 'connect',
  refused: 'connect',
  unreachable: 'connect',
  untrusted: 'tls',
  expired: 'tls',
  wrong_name: 'tls',
  tls: 'tls',
}

/** At which step any error of a sender occurred, and whose fault it is. */
export function classifyFault(error: unknown): Pick<DeliveryFault, 'step' | 'blame' | 'isFinal' | 'isTemporary'> {
  if (error instanceof DeliveryFault) return error
  const step = error instanceof OutboundFault ? before[error.reason] : undefined
  return {
    step: step ?? 'accept',
    blame: step === undefined ? 'unclear' : 'carrier',
    isFinal: false,
    isTemporary: false,
  }
}
