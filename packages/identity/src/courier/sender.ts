import { OutboundFault, type OutboundReason } from '@gatehouse/platform/outbound'

import type { OutboxMessage } from './message.ts'

/** Delivers one message. Rejects with a `DeliveryFault`, an `OutboundFault` or a `JsonnetFault`. */
export interface MessageSender {
  send(message: OutboxMessage): Promise<void>
  close(): void
}

/** TABLE: the steps of a delivery, in order. A failure names the step that it reached. */
export const deliverySteps = ['connect', 'tls', 'sign_in', 'accept'] as const

/** A key of the table. */
export type DeliveryStep = (typeof deliverySteps)[number]

/**
 * The blame of a failure. `carrier`: the message was not even presented, so every other one fails as well. `message`:
 * the carrier works, and refuses this one. `unclear`: the carrier received the message and failed; other messages will
 * show.
 */
export type Blame = 'carrier' | 'unclear' | 'message'

/**
 * An error of a refused message. Operators who may read the project's messages see its text: it is ours, and repeats
 * only the status numbers of the other side's answer.
 */
export class DeliveryFault extends Error {
  readonly step: DeliveryStep
  readonly blame: Blame
  /** True: trying this message again will not help. */
  readonly isFinal: boolean
  /** True: the other side calls the failure temporary, so no try of the message is used up. */
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

/** TABLE: failures of a call before the other side receives the message, by their step. */
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

/** Returns the step and the blame of any error of a sender. */
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
