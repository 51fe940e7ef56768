import { textField } from '../../flows/http/submission.ts'
import { saveLabel } from '../../messages/labels.ts'
import { noIdentifierFound } from '../../messages/registration.ts'
import { sameAsOldPassword } from '../../messages/settings.ts'
import { fieldRejection } from '../../flows/ports/strategy-input.ts'
import { type SettingsCapability } from '../../flows/ports/strategy.ts'
import { passwordHashOf, withPasswordHash } from '../../credentials/password-hash.ts'
import type { PasswordDependencies } from './dependencies.ts'
import { passwordNodes } from './nodes.ts'
import type { PasswordPolicy } from './policy.ts'

/** Setting or changing the signed-in person's password. */
export function passwordSettings(
  { hasher }: Pick<PasswordDependencies, 'hasher'>,
  policy: PasswordPolicy,
): SettingsCapability {
  return {
    nodes: () => passwordNodes('new-password', saveLabel()),
    isPrivileged: () => true,
    changes: (before, after) => {
      const hash = passwordHashOf(after)
      return hash !== undefined && hash !== passwordHashOf(before) ? ['password_changed'] : []
    },
    submit: async ({ fields, identity, now }) => {
      const password = textField(fields, 'password')
      if (password.kind !== 'text') return fieldRejection('password', password)
      const identifiers = identity.credentials.password?.identifiers ?? []
      if (identifiers.length === 0) return { kind: 'rejected', form: [noIdentifierFound()] }
      const fault = await policy(password.value, identifiers)
      if (fault) return { kind: 'rejected', fields: [{ field: 'password', message: fault }] }
      const old = passwordHashOf(identity)
      if (old !== undefined && (await hasher.verify(old, password.value)).ok) {
        return { kind: 'rejected', fields: [{ field: 'password', message: sameAsOldPassword() }] }
      }
      const hash = await hasher.hash(password.value)
      return { kind: 'changed', change: (fresh) => withPasswordHash(fresh, hash, now) }
    },
  }
}
