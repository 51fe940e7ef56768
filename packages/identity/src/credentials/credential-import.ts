import type { z } from 'zod'

import type { CredentialType, Identity } from '../identities/identity.ts'
import type { PasswordHasher } from './hasher.ts'
import type { Seals } from './sealed.ts'

/** A credential that is ready: the identity with it, in place of what it had of that type. `now` in Unix milliseconds. */
export type ReadyCredential = (seals: Seals, identity: Identity, now: number) => Identity

/** A credential that cannot be taken, and why. */
export interface RefusedCredential {
  readonly refused: string
}

/** What preparing comes to. */
export type PreparedCredential = ReadyCredential | RefusedCredential

/** A credential of an import whose shape is right. */
export interface ImportedCredential {
  /** True if a secret comes as text, which costs a hash. */
  readonly takesHashing?: boolean
  /** Checks and hashes what it brings. */
  readonly prepare: (hasher: PasswordHasher) => PreparedCredential | Promise<PreparedCredential>
}

/** How an administrator brings a type of credential along. No policy is applied: the administrator is trusted. */
export interface CredentialImport {
  readonly type: CredentialType
  /** The shape on the wire. */
  readonly body: z.ZodType<ImportedCredential>
}
