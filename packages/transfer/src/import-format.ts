import type { LeftBehind } from './import-entry.ts'

/** The name of an import's format, by the service that takes it. */
export type ImportFormatName = 'gatehouse' | 'kratos' | 'kratos-1.3'

/** Credentials that an import may take. */
export type CarriedCredential = 'password' | 'oidc' | 'totp' | 'lookup_secret' | 'webauthn' | 'passkey'

/** The fields that an import takes. */
export interface ImportFormat {
  readonly title: string
  /** Fields of an identity, beyond those that every import takes. */
  readonly fields: readonly ('id' | 'external_id' | 'organization_id')[]
  readonly credentials: readonly CarriedCredential[]
  /** Fields of a linked account. */
  readonly link: readonly ('provider' | 'subject' | 'organization' | 'use_auto_link')[]
  /** Hashes it knows. */
  readonly hash: RegExp
}

/** The hashes that Ory Kratos lists in its documentation of the import. */
const kratosHashes =
  /^(\$(argon2id|argon2i|2[abyz]?|pbkdf2-sha\d{1,3}|scrypt|firescrypt|sha(1|256|512)|md5|md5-crypt|sha(256|512)-crypt|hmac-(md4|md5|sha(1|224|256|384|512)))\$|\{SSHA(256|512)?\})/

/**
 * TABLE: the fields that the import of each service takes. Kratos' is strict: it refuses an entry with one unknown
 * field.
 */
// prettier-ignore
export const importFormats: Readonly<Record<ImportFormatName, ImportFormat>> = {
  gatehouse: {
    title: 'the embedded service',
    fields: ['id', 'external_id', 'organization_id'],
    credentials: ['password', 'oidc', 'totp', 'lookup_secret', 'webauthn', 'passkey'],
    link: ['provider', 'subject', 'organization', 'use_auto_link'],
    hash: /^/,
  },
  kratos: {
    title: 'Ory Kratos 26',
    fields: ['external_id', 'organization_id'],
    credentials: ['password', 'oidc'],
    link: ['provider', 'subject', 'organization', 'use_auto_link'],
    hash: kratosHashes,
  },
  'kratos-1.3': {
    title: 'Ory Kratos 1.3',
    fields: [],
    credentials: ['password', 'oidc'],
    link: ['provider', 'subject'],
    hash: kratosHashes,
  },
}

/** Returns the parts that no import takes, reported once for all identities. */
export function neverCarried({ fields, title }: ImportFormat): readonly LeftBehind[] {
  const why = `${title} gives new ones; the report of the import has both, the old one as "source"`
  return [
    { what: 'sessions', why: 'everybody signs in again' },
    { what: 'created_at, updated_at', why: 'the import sets them' },
    ...(fields.includes('id') ? [] : [{ what: 'id', why }]),
  ]
}
