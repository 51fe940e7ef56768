import type { Identity } from '../identities/identity.ts'
import type { MethodSettings } from './factors.ts'

/** A passkey or a security key. */
export interface OwnKeyFacts {
  /** In hexadecimal digits, as for its removal. */
  readonly id: string
  readonly name: string
  /** base64 of the model's id. */
  readonly aaguid: string
  readonly addedAt: number
  readonly usedAt?: number | null
  readonly isPasswordless: boolean
}

/** The facts of a credential that its owner may see. Times are Unix milliseconds. */
export interface OwnFacts {
  /** The time of its last change. */
  readonly changedAt: number
  /** Null: never used; absent: use is not recorded. */
  readonly usedAt?: number | null
  readonly keys?: readonly OwnKeyFacts[]
  readonly codes?: { readonly left: number; readonly total: number }
  /** Accounts at providers, by id and name of the provider. */
  readonly links?: readonly { readonly id: string; readonly name: string }[]
}

/** Reads the facts of one method; nothing: the account has none. */
export type ReadOwnFacts = (identity: Identity, methods: MethodSettings) => OwnFacts | undefined
