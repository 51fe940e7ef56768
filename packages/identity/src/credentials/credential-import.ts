import type { z } from 'zod'

import type { CredentialType, Identity } from '../identities/identity.ts'
import type { PasswordHasher } from './hasher.ts'
import type { Seals } from './sealed.ts'

/** Applies a prepared credential: it replaces the identity's credential of that type. `now` in Unix milliseconds. */
export type ReadyCredential = (seals: Seals, identity: Identity, now: number) => Identity

/** A refused credential, with the reason. */
export interface RefusedCredential {
  readonly refused: string
}

/** The result of preparing a credential. */
export type PreparedCredential = ReadyCredential | RefusedCredential

/** A credential of an import with a valid shape. */
export interface ImportedCredential {
  /** True if a secret is in clear text, which costs a hash. */
  readonly takesHashing?: boolean
  /** Checks and hashes the credential. */
  readonly prepare: (hasher: PasswordHasher) => PreparedCredential | Promise<PreparedCredential>
}

/** The import of one type of credential by an administrator. No policy is applied: the administrator is trusted. */
export interface CredentialImport {
  readonly type: CredentialType
  /** The shape on the wire. */
  readonly body: z.ZodType<ImportedCredential>
}
