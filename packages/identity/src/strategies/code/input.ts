import type { Fields, TextField } from '../../flows/submission.ts'
import { textField } from '../../flows/submission.ts'
import { generic } from '../../messages/validation.ts'
import type { Rejected } from '../outcome.ts'

/** Removes what people type or paste around the digits. */
export function codeField(fields: Fields): TextField {
  const field = textField(fields, 'code')
  return field.kind === 'text' ? { kind: 'text', value: field.value.replace(/[\s-]/g, '') } : field
}

/** Too many tries with one code. */
export function exhausted(): Rejected {
  return {
    kind: 'rejected',
    form: [generic('Too many wrong codes were entered. Please ask for a new code and use that one.')],
    reason: 'too_many_attempts',
  }
}
