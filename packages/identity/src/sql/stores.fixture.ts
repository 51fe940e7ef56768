import { randomUUID } from 'node:crypto'

import type { Identity } from '../identities/identity.ts'
import type { Session } from '../sessions/session.ts'

/** Returns a person with this address. */
export function identity(email: string, extra: Partial<Identity> = {}): Identity {
  const times = { createdAt: 1, updatedAt: 1 }
  return {
    id: randomUUID(),
    revision: 0,
    externalId: undefined,
    schemaId: 'default',
    state: 'active',
    stateChangedAt: 1,
    traits: { email },
    metadataPublic: null,
    metadataAdmin: null,
    organizationId: undefined,
    verifiableAddresses: [
      {
        id: randomUUID(),
        value: email,
        via: 'email',
        verified: false,
        status: 'pending',
        verifiedAt: undefined,
        ...times,
      },
    ],
    recoveryAddresses: [{ id: randomUUID(), value: email, via: 'email', ...times }],
    credentials: { password: { type: 'password', identifiers: [email], config: {}, version: 0, ...times } },
    ...times,
    ...extra,
  }
}

/** Returns a session that was last used at 1000 and expires at 9000, unless `extra` says otherwise. */
export function session(identityId: string, extra: Partial<Session> = {}): Session {
  const times = { issuedAt: 1_000, authenticatedAt: 1_000, lastUsedAt: 1_000, expiresAt: 9_000 }
  return { id: randomUUID(), identityId, active: true, aal: 'aal1', methods: [], devices: [], ...times, ...extra }
}
