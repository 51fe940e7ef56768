import type { IdentityConfig } from '../../configuration/config.ts'
import type { PasswordHasher } from '../../credentials/hasher.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentityStore } from '../../identities/store.ts'

/** What signing in and up with passwords takes. */
export interface PasswordDependencies {
  readonly config: Pick<IdentityConfig, 'selfservice'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByIdentifier' | 'update'>
  readonly hasher: PasswordHasher
  /** For the look-up of leaked passwords. */
  readonly fetch: typeof globalThis.fetch
}

/** The hash of an identity's password, if it has one. */
export function passwordHashOf(identity: Identity): string | undefined {
  const hash = identity.credentials.password?.config['hashed_password']
  return typeof hash === 'string' && hash !== '' ? hash : undefined
}

/** The identity with another password. */
export function withPasswordHash(identity: Identity, hash: string, now: number): Identity {
  const old = identity.credentials.password
  const password = {
    type: 'password',
    identifiers: old?.identifiers ?? [],
    config: { hashed_password: hash },
    version: old?.version ?? 0,
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
  } as const
  return { ...identity, credentials: { ...identity.credentials, password }, updatedAt: now }
}
