import { integer, json, type Row } from '@gatehouse/platform/database'
import { typesWith } from '../identities/credential-kinds.ts'
import type { Identity, CredentialType } from '../identities/identity.ts'

/** The columns of `identities i` for `identityOf`. */
export const identityColumns = 'i.document AS identity_document, i.revision AS identity_revision'

/** Returns the identity of a row. JSON drops undefined values; the optional keys are added again. */
export function identityOf(row: Row): Identity {
  const stored = json(row, 'identity_document') as Identity
  return {
    ...stored,
    revision: integer(row, 'identity_revision'),
    externalId: stored.externalId,
    stateChangedAt: stored.stateChangedAt,
    organizationId: stored.organizationId,
    metadataPublic: stored.metadataPublic ?? null,
    metadataAdmin: stored.metadataAdmin ?? null,
    verifiableAddresses: stored.verifiableAddresses.map((address) => ({ ...address, verifiedAt: address.verifiedAt })),
  }
}

/**
 * Types whose identifiers are typed to sign in (e-mail, user name, phone). They share one family, so that no account
 * can take another person's address as an identifier of a different type.
 */
const typedByPeople: ReadonlySet<CredentialType> = new Set(typesWith('isTyped'))

/** Returns the family of a type; within a family an identifier has one owner. */
export function identifierFamily(type: CredentialType): string {
  return typedByPeople.has(type) ? 'sign_in' : type
}

/** Returns every distinct `[family, identifier]` of an identity. */
export function identifierRows(identity: Identity): readonly (readonly [string, string])[] {
  const rows = new Map<string, readonly [string, string]>()
  for (const credential of Object.values(identity.credentials)) {
    const family = identifierFamily(credential.type)
    for (const identifier of credential.identifiers) rows.set(`${family}\n${identifier}`, [family, identifier])
  }
  return [...rows.values(), ...keyRows(identity)]
}

/** The family of security keys' and passkeys' ids: they are never typed, but each belongs to one account. */
export const keyFamily = 'key'

function keyRows({ credentials }: Identity): readonly (readonly [string, string])[] {
  const keys = typesWith('listsKeys').flatMap((type) => {
    const list = credentials[type]?.config['credentials']
    return Array.isArray(list) ? (list as readonly unknown[]) : []
  })
  const ids = keys.flatMap((key) =>
    typeof key === 'object' && key !== null && 'id' in key && typeof key.id === 'string' ? [key.id] : [],
  )
  return [...new Set(ids)].map((id) => [keyFamily, id] as const)
}
