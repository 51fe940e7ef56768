import { type Fields, type TextField, textField } from '../../flows/http/submission.ts'
import { tooManyCodesEntered } from '../../messages/account-rule.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import type { Refused, Rejected } from '../../flows/ports/strategy-outcome.ts'
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
