import { isEmail } from '@gatehouse/contract/identities'
import { textField, type Fields, type TextField } from '../http/submission.ts'
import { wrongType } from '../../messages/traits.ts'
import { invalidEmail, required } from '../../messages/validation.ts'
import type { FieldMessage } from '../../nodes/change.ts'
import type { Rejected } from './strategy-outcome.ts'
import type { LoginAttempt, LimitSubject } from './strategy.ts'

/** Returns the message about a text field that cannot be used. */
export function fieldFault(name: string, field: Exclude<TextField, { kind: 'text' }>): FieldMessage {
  return { field: name, message: field.kind === 'missing' ? required(name) : wrongType(['string'], field.actual) }
}

/** Returns the rejection of a text field that cannot be used. */
export function fieldRejection(name: string, field: Exclude<TextField, { kind: 'text' }>): Rejected {
  return { kind: 'rejected', fields: [fieldFault(name, field)] }
}

/** Returns the rejection of an address that is no email address; nothing, if there is none. */
export function malformedAddress(fields: Fields): Rejected | undefined {
  const email = textField(fields, 'email')
  if (email.kind !== 'text' || isEmail(email.value)) return undefined
  return { kind: 'rejected', fields: [{ field: 'email', message: invalidEmail(email.value) }] }
}

/**
 * Returns the sign-in name of a submission. `password_identifier`, its former name, counts if `identifier` is missing.
 */
export function identifierField(fields: Fields): TextField {
  const field = textField(fields, 'identifier')
  return field.kind === 'missing' ? textField(fields, 'password_identifier') : field
}

/** Returns the account with the typed name as the subject, unless the secret was left empty. */
export function limitedByName(name: TextField, secret?: TextField): LimitSubject {
  return name.kind === 'text' && isGiven(secret) ? { kind: 'name', name: name.value } : { kind: 'unnamed' }
}

/** Returns the account of the session as the subject, unless the secret was left empty. */
export function limitedInSession({ identity }: Pick<LoginAttempt, 'identity'>, secret?: TextField): LimitSubject {
  return identity && isGiven(secret) ? { kind: 'account', identityId: identity.id } : { kind: 'unnamed' }
}

/** Checks a secret. Absent: the method has no field for one. */
function isGiven(secret: TextField | undefined): boolean {
  return secret === undefined || secret.kind === 'text'
}

/** True if a button with the value `true` was pressed, as forms and scripts send it. */
export function isPressed(fields: Fields, name: string): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return pressed.has(String(value))
}

/** The values that count as true in a form, in JSON as well. */
const pressed: ReadonlySet<string> = new Set(['true', 'True', 'TRUE', 't', 'T', '1'])

/** Returns a text field with a code, without the characters that people type or paste around it. */
export function codeText(fields: Fields, name: string): TextField {
  const field = textField(fields, name)
  if (field.kind !== 'text') return field
  const value = field.value.replace(/[\s-]/g, '')
  return value === '' ? { kind: 'missing' } : { kind: 'text', value }
}
