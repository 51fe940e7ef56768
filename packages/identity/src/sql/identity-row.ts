import { integer, json, type Row } from '@gatehouse/platform/database'

import type { Identity } from '../identities/identity.ts'

/** What to select from `identities i` for `identityOf`. */
export const identityColumns = 'i.document AS identity_document, i.revision AS identity_revision'

/** The identity of a row. JSON drops what is undefined; the optional keys are put back. */
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
