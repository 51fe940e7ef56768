import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

/** The faults of a trait. Lengths in characters, counts in items. */
export const tooShort = (minimum: number, actual: number): Message =>
  message(4000003, `This needs at least ${minimum} characters; it has ${actual}.`, {
    min_length: minimum,
    actual_length: actual,
  })
export const tooLong = (maximum: number, actual: number): Message =>
  message(4000017, `This can have at most ${maximum} characters; it has ${actual}.`, {
    max_length: maximum,
    actual_length: actual,
  })
export const patternMismatch = (pattern: string): Message =>
  message(4000004, `This does not have the expected form (${pattern}).`, { pattern })
export const belowMinimum = (minimum: number, actual: number): Message =>
  message(4000018, `This has to be ${minimum} or more; it is ${actual}.`, { minimum, actual })
export const notAbove = (minimum: number, actual: number): Message =>
  message(4000019, `This has to be more than ${minimum}; it is ${actual}.`, { minimum, actual })
export const aboveMaximum = (maximum: number, actual: number): Message =>
  message(4000020, `This has to be ${maximum} or less; it is ${actual}.`, { maximum, actual })
export const notBelow = (maximum: number, actual: number): Message =>
  message(4000021, `This has to be less than ${maximum}; it is ${actual}.`, { maximum, actual })
export const noMultiple = (base: number, actual: number): Message =>
  message(4000022, `This has to be a multiple of ${base}; it is ${actual}.`, { base, actual })
export const tooManyItems = (maximum: number, actual: number): Message =>
  message(4000023, `At most ${maximum} entries are allowed; there are ${actual}.`, {
    max_items: maximum,
    actual_items: actual,
  })
export const tooFewItems = (minimum: number, actual: number): Message =>
  message(4000024, `At least ${minimum} entries are needed; there are ${actual}.`, {
    min_items: minimum,
    actual_items: actual,
  })
export const equalItems = (a: number, b: number): Message =>
  message(4000025, `The entries ${a} and ${b} are equal; each may be there once.`, { index_a: a, index_b: b })
export const wrongType = (allowed: readonly string[], actual: string): Message =>
  message(4000026, `This has to be of type ${allowed.join(' or ')}, not ${actual}.`, {
    allowed_types: allowed,
    actual_type: actual,
  })
export const mustEqual = (expected: string): Message => message(4000029, `This has to be ${expected}.`, { expected })
export const invalidPhone = (value: string): Message =>
  message(4000041, 'This is not a valid phone number. Please write it with the country code, like +49…', {
    value: value.slice(0, 320),
  })
