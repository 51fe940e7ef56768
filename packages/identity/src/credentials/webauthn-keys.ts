import { z } from 'zod'

import { credentialKind, type KeyType } from '../identities/credential-kinds.ts'
import type { Credential, Identity } from '../identities/identity.ts'
import type { OwnKeyFacts, ReadOwnFacts } from './own-facts.ts'

/** A public key whose secret a person's authenticator has. */
export interface Key {
  /** base64url */
  readonly id: string
  readonly publicKey: Uint8Array
  readonly displayName: string
  /** Unix milliseconds. */
  readonly addedAt: number
  /** A first factor; else a second one. */
  readonly isPasswordless: boolean
  /** Stays 0 with authenticators that do not count. */
  readonly signCount: number
  /** base64 of the model's id; all zeros if it does not name one. */
  readonly aaguid: string
  /** Unix milliseconds; null: never; absent: not recorded, as for older keys. */
  readonly usedAt?: number | null
}

/** The key as Kratos stores it, so that accounts can be migrated. Bytes are base64. */
const stored = z.object({
  id: z.string(),
  public_key: z.string(),
  display_name: z.string().default(''),
  added_at: z.string().default(''),
  /** An addition of this service: Kratos does not record it, and ignores it. */
  last_used_at: z.string().nullish(),
  is_passwordless: z.boolean().default(false),
  authenticator: z.object({ aaguid: z.string().nullish(), sign_count: z.number().default(0) }).nullish(),
})

/** Returns the keys of a credential type, in the order in which they were added. */
export function keysOf(identity: Identity, type: KeyType): readonly Key[] {
  return readKeys(identity.credentials[type]?.config['credentials'])
}

/** Returns the ids of the keys of a credential type. */
export function keyIdsOf(identity: Identity, type: KeyType): readonly string[] {
  return keysOf(identity, type).map(({ id }) => id)
}

/** Reads keys as Kratos stores them; invalid entries are left out. */
export function readKeys(list: unknown): readonly Key[] {
  return Array.isArray(list) ? list.flatMap(readKey) : []
}

/** Returns the authenticators' handle of the account, in bytes as base64url; absent while it has no key. */
export function userHandleOf(identity: Identity, type: KeyType): string | undefined {
  const handle = identity.credentials[type]?.config['user_handle']
  return typeof handle === 'string' && handle !== '' ? recode(handle, 'base64', 'base64url') : undefined
}

/** Replaces the keys of an identity; `identifiers` and the rest of the credential stay. */
export function withKeys(
  identity: Identity,
  type: KeyType,
  keys: readonly Key[],
  now: number,
  options: { readonly userHandle?: string; readonly identifiers?: readonly string[] } = {},
): Identity {
  const old = identity.credentials[type]
  const { [type]: _replaced, ...others } = identity.credentials
  const handle = options.userHandle ?? userHandleOf(identity, type)
  const identifiers = [...new Set([...(old?.identifiers ?? []), ...(options.identifiers ?? [])])]
  if (keys.length === 0 && !credentialKind(type)?.isNamedByTraits)
    return { ...identity, credentials: others, updatedAt: now }
  const credential: Credential = {
    type,
    identifiers,
    config:
      keys.length === 0 ? {} : { credentials: keys.map(writeKey), ...(handle !== undefined && writeHandle(handle)) },
    version: old?.version ?? 1,
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
  }
  return { ...identity, credentials: { ...others, [type]: credential }, updatedAt: now }
}

function readKey(entry: unknown): readonly Key[] {
  const parsed = stored.safeParse(entry)
  if (!parsed.success) return []
  const { id, public_key, display_name, added_at, is_passwordless, authenticator, last_used_at } = parsed.data
  const addedAt = Date.parse(added_at)
  const usedAt = Date.parse(last_used_at ?? '')
  return [
    {
      id: recode(id, 'base64', 'base64url'),
      publicKey: new Uint8Array(Buffer.from(public_key, 'base64')),
      displayName: display_name,
      addedAt: Number.isNaN(addedAt) ? 0 : addedAt,
      isPasswordless: is_passwordless,
      signCount: authenticator?.sign_count ?? 0,
      aaguid: authenticator?.aaguid ?? '',
      ...(last_used_at === null ? { usedAt: null } : !Number.isNaN(usedAt) && { usedAt }),
    },
  ]
}

function writeKey(key: Key): Readonly<Record<string, unknown>> {
  return {
    id: recode(key.id, 'base64url', 'base64'),
    public_key: Buffer.from(key.publicKey).toString('base64'),
    attestation_type: 'none',
    display_name: key.displayName,
    added_at: new Date(key.addedAt).toISOString(),
    is_passwordless: key.isPasswordless,
    ...(key.usedAt !== undefined && {
      last_used_at: key.usedAt === null ? null : new Date(key.usedAt).toISOString(),
    }),
    authenticator: { aaguid: key.aaguid, sign_count: key.signCount, clone_warning: false },
  }
}

function writeHandle(handle: string): { user_handle: string } {
  return { user_handle: recode(handle, 'base64url', 'base64') }
}

function recode(text: string, from: 'base64' | 'base64url', to: 'base64' | 'base64url'): string {
  return Buffer.from(text, from).toString(to)
}

/** Returns the id by which keys are removed, in hexadecimal digits. */
export function hexId(key: Key): string {
  return Buffer.from(key.id, 'base64url').toString('hex')
}

/** Returns the facts of a key that its owner may see: not the key itself. */
function ownKey(key: Key): OwnKeyFacts {
  const { displayName: name, aaguid, addedAt, usedAt, isPasswordless } = key
  return { id: hexId(key), name, aaguid, addedAt, isPasswordless, ...(usedAt !== undefined && { usedAt }) }
}

/** Reads the facts of a type of keys that its owner may see; nothing: there are none. */
export function ownKeys(type: KeyType): ReadOwnFacts {
  return (identity) => {
    const keys = keysOf(identity, type)
    const used = keys.flatMap(({ usedAt }) => usedAt ?? [])
    if (keys.length === 0) return undefined
    const changedAt = Math.max(...keys.map(({ addedAt }) => addedAt))
    return { changedAt, keys: keys.map(ownKey), ...(used.length > 0 && { usedAt: Math.max(...used) }) }
  }
}

/** Checks that an entry of `config.credentials` is a way to sign in, rather than a second factor. */
export function isPasswordless(key: unknown): boolean {
  return typeof key === 'object' && key !== null && 'is_passwordless' in key && key.is_passwordless === true
}
