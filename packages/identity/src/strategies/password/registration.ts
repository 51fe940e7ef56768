import { textField, textOf } from '../../flows/http/submission.ts'
import { noIdentifierFound, signUpLabel } from '../../messages/registration.ts'
import { fieldFault } from '../../flows/ports/strategy-input.ts'
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
    faultsOf: (fields) => {
      const password = textField(fields, 'password')
      return password.kind === 'text' ? [] : [fieldFault('password', password)]
    },
    submit: async ({ fields, draft, now }) => {
      const password = textOf(fields, 'password') ?? ''
      const identifiers = draft.credentials.password?.identifiers ?? []
      if (identifiers.length === 0) return { kind: 'rejected', form: [noIdentifierFound()] }
      const fault = await policy(password, identifiers)
      if (fault) return { kind: 'rejected', fields: [{ field: 'password', message: fault }] }
      const hash = await hasher.hash(password)
      return { kind: 'accepted', method: 'password', identity: withPasswordHash(draft, hash, now) }
    },
  }
}
