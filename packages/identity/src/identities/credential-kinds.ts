/** The facts of a type of credential, independent of its strategy. */
export interface CredentialKind {
  readonly type: string
  /** Its identifiers are words that people type to sign in. */
  readonly isTyped?: true
  /** Its identifiers are the sign-in names that the schema marks for it (`credentials.<type>.identifier`). */
  readonly isNamedByTraits?: true
  /** An account with one of its identifiers is the owner of that name, which is taken. */
  readonly findsOwner?: true
  /** The part of one set up before that the first proof of an address keeps: its names, or all. Absent: nothing. */
  readonly leftByProof?: 'names' | 'all'
  /** The version of the `config` that follows from the traits. Absent: 0. */
  readonly firstVersion?: number
  /** The version in the answer to its creation. Absent: the stored one. Source: Kratos' admin API. */
  readonly versionWhenNew?: number
  /** The version in newer Ory Kratos. Absent: the stored one. */
  readonly versionInNewer?: number
  /** Its `config.credentials` lists keys, each of one account. */
  readonly listsKeys?: true
  /** A change of it ends the trust in remembered devices. */
  readonly endsTrust?: true
  /** The keys of `config` that an administrator can write; `list` names one that needs entries. Absent: none. */
  readonly writable?: { readonly keys: readonly string[]; readonly list?: string }
  /** The rule by which lists of people show and filter by it. Absent: they do not. */
  readonly listed?: ListedRule
  /** The rule by which an administrator removes it. Absent: not possible. Source: Kratos' admin API. */
  readonly removal?: CredentialRemovalRule
}

/** The rule for a credential in lists of people. A bit of their index is never reassigned. */
export interface ListedRule {
  /** Keys of `config`, one of which makes it usable. Absent: its identifiers do. */
  readonly by?: readonly string[]
  /** Its bit as a first step, and as a second one. A passwordless key is a first step. */
  readonly first?: number
  readonly second?: number
  /** Lists name the providers of such accounts. */
  readonly namesProviders?: true
}

/** The rule for removing a credential: the keys that it checks, and the parts that it keeps. */
export interface CredentialRemovalRule {
  /** The key of `config` that makes the credential usable. */
  readonly usableBy: string
  /** The parts that stay: its names, the passwordless keys, or the other accounts at providers. */
  readonly keeps?: 'identifiers' | 'passwordless_keys' | 'other_accounts'
  /** It is a first factor; the last one stays. */
  readonly isFirstFactor?: true
}

/** TABLE: credential types as the wire names them. A new one has its row here and its code in its strategy's folder. */
// prettier-ignore
const rows = [
  { type: 'password',      isTyped: true, endsTrust: true, isNamedByTraits: true, findsOwner: true, leftByProof: 'names',
    versionInNewer: 1,
    writable: { keys: ['password', 'hashed_password', 'use_password_migration_hook'] },
    listed: { by: ['hashed_password', 'use_password_migration_hook'], first: 1 },
    removal: { usableBy: 'hashed_password', keeps: 'identifiers', isFirstFactor: true } },
  { type: 'code',          isTyped: true, endsTrust: true, findsOwner: true, leftByProof: 'all', firstVersion: 1,
    listed: { first: 2 } },
  { type: 'totp',          endsTrust: true,
    writable: { keys: ['totp_url'] },
    listed: { by: ['totp_url'], second: 64 },
    removal: { usableBy: 'totp_url' } },
  { type: 'lookup_secret', endsTrust: true,
    writable: { keys: ['recovery_codes', 'codes'] },
    listed: { by: ['recovery_codes'], second: 128 },
    removal: { usableBy: 'recovery_codes' } },
  { type: 'webauthn',      isTyped: true, listsKeys: true, endsTrust: true, isNamedByTraits: true, findsOwner: true,
    leftByProof: 'names', firstVersion: 1, versionWhenNew: 0,
    writable: { keys: ['credentials', 'user_handle'], list: 'credentials' },
    listed: { by: ['credentials'], first: 32, second: 256 },
    removal: { usableBy: 'credentials', keeps: 'passwordless_keys' } },
  { type: 'passkey',       listsKeys: true, endsTrust: true, findsOwner: true,
    listed: { by: ['credentials'], first: 16 },
    writable: { keys: ['credentials', 'user_handle'], list: 'credentials' } },
  { type: 'oidc',
    writable: { keys: ['providers'], list: 'providers' },
    listed: { by: ['providers'], first: 4, namesProviders: true },
    removal: { usableBy: 'providers', keeps: 'other_accounts', isFirstFactor: true } },
  { type: 'saml',
    listed: { by: ['providers'], first: 8, namesProviders: true },
    removal: { usableBy: 'providers', keeps: 'other_accounts', isFirstFactor: true } },
  { type: 'link_recovery' },
  { type: 'code_recovery' },
] as const satisfies readonly CredentialKind[]

/** Credential types as the wire names them. */
export type CredentialType = (typeof rows)[number]['type']

/** The types with keys. */
export type KeyType = Extract<(typeof rows)[number], { readonly listsKeys: true }>['type']

/** The types with keys, in the order of the table. */
export const keyTypes: readonly KeyType[] = rows.flatMap((row) => ('listsKeys' in row ? [row.type] : []))

/** Every credential type with its facts. */
export const credentialKinds: readonly (CredentialKind & { readonly type: CredentialType })[] = rows

/** Returns the row of a type; nothing: there is no such type. */
export function credentialKind(type: string): CredentialKind | undefined {
  return credentialKinds.find((kind) => kind.type === type)
}

/** Returns the types with a property, in the order of the table. */
export function typesWith(
  fact: 'isTyped' | 'isNamedByTraits' | 'findsOwner' | 'listsKeys' | 'endsTrust',
): readonly CredentialType[] {
  return credentialKinds.flatMap((kind) => (kind[fact] ? [kind.type] : []))
}
