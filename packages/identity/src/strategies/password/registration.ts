import { textField } from '../../flows/http/submission.ts'
import { noIdentifierFound, signUpLabel } from '../../messages/registration.ts'
import { fieldRejection } from '../../flows/ports/strategy-input.ts'
import { type RegistrationCapability } from '../../flows/ports/strategy.ts'
import { withPasswordHash } from '../../credentials/password-hash.ts'
import type { PasswordDependencies } from './dependencies.ts'
import { passwordNodes } from './nodes.ts'
import type { PasswordPolicy } from './policy.ts'

/** Signing up with a password. */
export function passwordRegistration(
  { hasher }: Pick<PasswordDependencies, 'hasher'>,
  policy: PasswordPolicy,
): RegistrationCapability {
  return {
    nodes: ({ screen }) => (screen === 'profile' ? [] : passwordNodes('new-password', signUpLabel())),
    submit: async ({ fields, draft, now }) => {
      const password = textField(fields, 'password')
      if (password.kind !== 'text') return fieldRejection('password', password)
      const identifiers = draft.credentials.password?.identifiers ?? []
      if (identifiers.length === 0) return { kind: 'rejected', form: [noIdentifierFound()] }
      const fault = await policy(password.value, identifiers)
      if (fault) return { kind: 'rejected', fields: [{ field: 'password', message: fault }] }
      const hash = await hasher.hash(password.value)
      return { kind: 'accepted', method: 'password', identity: withPasswordHash(draft, hash, now) }
    },
  }
}
