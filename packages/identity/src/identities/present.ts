import type {
  CredentialView as WireCredentialView,
  Identity as WireIdentity,
  RecoveryAddress as WireRecoveryAddress,
  VerifiableAddress as WireVerifiableAddress,
} from '@gatehouse/contract/identities'

import { credentialKind } from './credential-kinds.ts'
import type { Credential, Identity } from './identity.ts'
import { encodeSchemaId } from './schemas.ts'

/** The wire's value for a time that is not set. */
const noTime = '0001-01-01T00:00:00Z'

/** Returns a time as RFC 3339 in UTC. */
export const timestamp = (ms: number): string => new Date(ms).toISOString()

/** Returns an identity for its person and the pages. `publicBaseUrl` goes into `schema_url`. */
export function presentIdentity(identity: Identity, publicBaseUrl: string): WireIdentity {
  const { verifiableAddresses, recoveryAddresses } = identity
  return {
    id: identity.id,
    ...(identity.externalId !== undefined && { external_id: identity.externalId }),
    schema_id: identity.schemaId,
    schema_url: `${publicBaseUrl}/schemas/${encodeSchemaId(identity.schemaId)}`,
    state: identity.state,
    ...(identity.stateChangedAt !== undefined && { state_changed_at: timestamp(identity.stateChangedAt) }),
    traits: identity.traits,
    ...(verifiableAddresses.length > 0 && { verifiable_addresses: verifiableAddresses.map(presentVerifiable) }),
    ...(recoveryAddresses.length > 0 && { recovery_addresses: recoveryAddresses.map(presentRecovery) }),
    metadata_public: identity.metadataPublic ?? null,
    created_at: timestamp(identity.createdAt),
    updated_at: timestamp(identity.updatedAt),
    organization_id: identity.organizationId ?? null,
  }
}

/** Returns an identity for administrators. `declassify`: types whose `config` (hashes, secrets) is shown as well. */
export function presentIdentityForAdmin(
  identity: Identity,
  publicBaseUrl: string,
  options: {
    readonly credentials: boolean
    readonly declassify: ReadonlySet<string>
    /** Returns the `config` on the wire; the stored one by default. */
    readonly configOf?: (identity: Identity, credential: Credential) => Credential['config']
    /** Credentials have the versions of newer Ory Kratos. */
    readonly isNewer?: boolean
    /** True for a new one: on the wire its credentials have no times yet. */
    readonly isNew?: boolean
    /** True: absent admin metadata is shown as `null`, as in reads; false: it is left out, as in writes. */
    readonly isRead?: boolean
  },
): WireIdentity {
  const credentials = Object.values(identity.credentials)
    .toSorted((a, b) => a.type.localeCompare(b.type))
    .map((credential) => {
      const config = options.declassify.has(credential.type)
        ? (options.configOf?.(identity, credential) ?? credential.config)
        : undefined
      const view = presentCredential(credential, config)
      const shown = options.isNew ? { ...view, ...newCredential(credential) } : view
      const version = options.isNewer ? credentialKind(credential.type)?.versionInNewer : undefined
      return [credential.type, version === undefined ? shown : { ...shown, version }] as const
    })
  return {
    ...presentIdentity(identity, publicBaseUrl),
    ...(options.credentials && { credentials: Object.fromEntries(credentials) }),
    ...((options.isRead || (identity.metadataAdmin ?? null) !== null) && {
      metadata_admin: identity.metadataAdmin ?? null,
    }),
  }
}

function newCredential({ type, version }: Credential): Partial<WireCredentialView> {
  return { version: credentialKind(type)?.versionWhenNew ?? version, created_at: noTime, updated_at: noTime }
}

function presentCredential(credential: Credential, config: Credential['config'] | undefined): WireCredentialView {
  return {
    type: credential.type,
    identifiers: credential.identifiers,
    ...(config && { config }),
    version: credential.version,
    created_at: timestamp(credential.createdAt),
    updated_at: timestamp(credential.updatedAt),
  }
}

function presentVerifiable(address: Identity['verifiableAddresses'][number]): WireVerifiableAddress {
  return {
    id: address.id,
    value: address.value,
    verified: address.verified,
    via: address.via,
    status: address.status,
    ...(address.verifiedAt !== undefined && { verified_at: timestamp(address.verifiedAt) }),
    created_at: timestamp(address.createdAt),
    updated_at: timestamp(address.updatedAt),
  }
}

function presentRecovery(address: Identity['recoveryAddresses'][number]): WireRecoveryAddress {
  const { id, value, via } = address
  return { id, value, via, created_at: timestamp(address.createdAt), updated_at: timestamp(address.updatedAt) }
}
