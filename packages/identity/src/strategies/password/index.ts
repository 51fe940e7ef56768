import { z } from 'zod'
import type { CredentialImport, PreparedCredential, RefusedCredential } from '../../credentials/credential-import.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { PasswordHasher } from '../../credentials/hasher.ts'
import {
  withRemotePassword,
  withPasswordHash,
  isPasswordRemote,
  passwordHashOf,
} from '../../credentials/password-hash.ts'
import type { Strategy } from '../../flows/ports/strategy.ts'
import type { PasswordDependencies } from './dependencies.ts'
import { passwordLogin } from './login.ts'
import { createPasswordPolicy } from './policy.ts'
import { passwordRegistration } from './registration.ts'
import { passwordSettings } from './settings.ts'

/** Passwords. */
export function passwordStrategy(dependencies: PasswordDependencies): Strategy {
  const { config, hasher, fetch } = dependencies
  const policy = createPasswordPolicy(config, hasher.longestBytes, fetch)
  return {
    id: 'password',
    login: passwordLogin(dependencies),
    registration: passwordRegistration(dependencies, policy),
    settings: passwordSettings(dependencies, policy),
  }
}

const config = z.strictObject({
  password: z.string().optional(),
  hashed_password: z.string().optional(),
  use_password_migration_hook: z.boolean().optional(),
})

/** The import of passwords: in clear text, as a hash, or left in another system until the next sign-in. */
export const passwordImport: CredentialImport = {
  type: 'password',
  body: z.strictObject({ config }).transform((body) => ({
    takesHashing: (body.config.password ?? '') !== '',
    prepare: async (hasher: PasswordHasher): Promise<PreparedCredential> => {
      const hash = await hashOf(body.config, hasher)
      if (typeof hash === 'object') return hash
      const isRemote = body.config.use_password_migration_hook === true
      return (_seals, identity, now) => {
        if (hash !== undefined) return withPasswordHash(identity, hash, now)
        return isRemote ? withRemotePassword(identity, now) : identity
      }
    },
  })),
}

async function hashOf(
  given: z.output<typeof config>,
  hasher: PasswordHasher,
): Promise<string | RefusedCredential | undefined> {
  if (given.hashed_password !== undefined && given.hashed_password !== '') {
    if (hasher.reads(given.hashed_password)) return given.hashed_password
    const known = 'argon2, bcrypt, pbkdf2, scrypt, firescrypt, SSHA, sha, md5, sha-crypt, md5-crypt and hmac'
    return { refused: `The format of the hashed password is not supported; there are ${known}.` }
  }
  if (given.password === undefined || given.password === '') return undefined
  if (Buffer.byteLength(given.password) > hasher.longestBytes) {
    return { refused: `The password has more than ${hasher.longestBytes} bytes.` }
  }
  return hasher.hash(given.password)
}

/** Counts a password once it is set, or while another system checks it. */
export const passwordFactor: FirstFactors = (identity, { password }) => {
  const isRemote = password.migrateHook !== undefined && isPasswordRemote(identity)
  return Number(password.enabled && (isRemote || passwordHashOf(identity) !== undefined))
}
