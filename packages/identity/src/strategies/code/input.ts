import { isEmail, type Channel } from '@gatehouse/contract/identities'
import { type Fields, type TextField, textField } from '../../flows/http/submission.ts'
import type { Refused, Rejected } from '../../flows/ports/strategy-outcome.ts'
import { normalizePhone } from '../../identities/address.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { tooManyCodesEntered } from '../../messages/account-rule.ts'
import type { CodeCheck } from './codes.ts'

/** Removes the characters that people type or paste around the digits. */
export function codeField(fields: Fields): TextField {
  const field = textField(fields, 'code')
  return field.kind === 'text' ? { kind: 'text', value: field.value.replace(/[\s-]/g, '') } : field
}

/** Returns the answer for a code that was not compared; nothing: it was compared. */
export function notCompared(check: CodeCheck, now: number): Rejected | Refused | undefined {
  if (check.kind === 'exhausted') return exhausted()
  return check.kind === 'refused' ? { kind: 'refused', refusal: limitRefusal(check, now) } : undefined
}

/** Rejects a code after too many tries. */
function exhausted(): Rejected {
  return {
    kind: 'rejected',
    form: [tooManyCodesEntered()],
    reason: 'too_many_attempts',
  }
}

/** Returns the channel by which a code reaches an address. */
export function channelOf(address: string): Channel {
  return address.includes('@') ? 'email' : 'sms'
}

/** Checks that a code can be sent to it: a mail address, or a phone number as E.164. */
export function isAddress(value: string): boolean {
  return isEmail(value) || normalizePhone(value) === value
}
