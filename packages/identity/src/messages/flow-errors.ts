import type { FlowKind, Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

const expiredIds = {
  login: 4010001,
  registration: 4040001,
  settings: 4050001,
  recovery: 4060005,
  verification: 4070005,
} as const satisfies Record<FlowKind, number>

const noMethodIds = {
  login: 4010002,
  registration: 4010003,
  settings: 4010004,
  recovery: 4010005,
  verification: 4010006,
} as const satisfies Record<FlowKind, number>

const names: Readonly<Record<FlowKind, string>> = {
  login: 'sign-in',
  registration: 'sign-up',
  settings: 'settings',
  recovery: 'account recovery',
  verification: 'verification',
}

/** Shown in the new flow that replaces an expired one. `expiredAt` in Unix milliseconds. */
export function flowExpired(kind: FlowKind, expiredAt: number): Message {
  return message(
    expiredIds[kind],
    `Your ${names[kind]} page was open for too long. Here is a new one; please try again.`,
    {
      expired_at: new Date(expiredAt).toISOString(),
      expired_at_unix: Math.floor(expiredAt / 1000),
    },
  )
}

/** The submission named no method that this flow has. */
export function noUsableMethod(kind: FlowKind): Message {
  return message(
    noMethodIds[kind],
    `We could not tell how you want to continue with ${names[kind]}. Please fill in the form and try again.`,
  )
}
