import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

/** A refusal whose text is the reason itself. */
export const generic = (reason: string): Message => message(4000001, reason, { reason })
export const required = (property: string): Message => message(4000002, 'Please fill in this field.', { property })
/** `value` is the submitted text; no address is longer. */
export const invalidEmail = (value: string): Message =>
  message(4000040, 'This is not a valid email address.', { value: value.slice(0, 320) })

export const passwordTooSimilar = (): Message =>
  message(4000031, 'This password is too similar to your sign-in name. Please choose a different one.')
/** Lengths in characters. */
export const passwordTooShort = (minimum: number, actual: number): Message =>
  message(4000032, `A password needs at least ${minimum} characters; this one has ${actual}.`, {
    min_length: minimum,
    actual_length: actual,
  })
/** Lengths in bytes, as the hash limits bytes. */
export const passwordTooLong = (maximum: number, actual: number): Message =>
  message(4000033, `A password can have at most ${maximum} bytes; this one has ${actual}.`, {
    max_length: maximum,
    actual_length: actual,
  })
/** `breaches` is the number of leaks that contain the password. */
export const passwordBreached = (breaches: number): Message =>
  message(4000034, 'This password appeared in data leaks and must not be used any more. Please choose another.', {
    breaches,
  })
