import type { TextField } from '../flows/submission.ts'
import { wrongType } from '../messages/traits.ts'
import { required } from '../messages/validation.ts'
import type { Rejected } from './outcome.ts'

/** Why a text field cannot be used. */
export function fieldRejection(name: string, field: Exclude<TextField, { kind: 'text' }>): Rejected {
  const message = field.kind === 'missing' ? required(name) : wrongType(['string'], field.actual)
  return { kind: 'rejected', fields: [{ field: name, message }] }
}
