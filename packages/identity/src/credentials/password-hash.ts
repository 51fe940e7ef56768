import type { Identity } from '../identities/identity.ts'
import type { ReadOwnFacts } from './own-facts.ts'

/** Returns the hash of an identity's password, if it has one. */
export function passwordHashOf(identity: Identity): string | undefined {
  const hash = identity.credentials.password?.config['hashed_password']
  return typeof hash === 'string' && hash !== '' ? hash : undefined
}

/** True if only another system knows the password of an identity; it is checked there at the next sign-in. */
export function isPasswordRemote(identity: Identity): boolean {
  const config = identity.credentials.password?.config
  return config?.['use_password_migration_hook'] === true && passwordHashOf(identity) === undefined
}

/** Reads the facts of a password that its owner may see. */
export const ownPassword: ReadOwnFacts = (identity) => {
  const { password } = identity.credentials
  return password && passwordHashOf(identity) !== undefined ? { changedAt: password.updatedAt } : undefined
}

/** Returns the identity with another hash of the same password. */
export function withHashAnew(identity: Identity, hash: string): Identity {
  const { password } = identity.credentials
  if (!password) return identity
  const anew = { ...password, config: { ...password.config, hashed_password: hash } }
  return { ...identity, credentials: { ...identity.credentials, password: anew } }
}

/** Returns the identity with another password. */
export function withPasswordHash(identity: Identity, hash: string, now: number): Identity {
  return withPassword(identity, { hashed_password: hash }, now)
}

/** Returns the identity with a password that another system knows. */
export function withRemotePassword(identity: Identity, now: number): Identity {
  return withPassword(identity, { use_password_migration_hook: true }, now)
}

function withPassword(identity: Identity, config: Readonly<Record<string, unknown>>, now: number): Identity {
  const old = identity.credentials.password
  const password = {
    type: 'password',
    identifiers: old?.identifiers ?? [],
    config,
    version: old?.version ?? 0,
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
  } as const
  return { ...identity, credentials: { ...identity.credentials, password }, updatedAt: now }
}
