import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** States of a delivery, in the order of the tabs. */
export const states = ['pending', 'delivered', 'dead'] as const

/** One event on its way to a stream, as the control plane lists it. */
export type Delivery = AnswerOf<'listEventStreamDeliveries'>['deliveries'][number]
