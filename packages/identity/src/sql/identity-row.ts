import { integer, json, type Row } from '@gatehouse/platform/database'

import type { Identity } from '../identities/identity.ts'

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
