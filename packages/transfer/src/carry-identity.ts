import type { CredentialView, Identity, RecoveryAddress, VerifiableAddress } from '@gatehouse/contract/identities'
import { carryCredential } from './carry-credential.ts'
import type { ImportEntry, LeftBehind } from './import-entry.ts'
import type { ImportFormat } from './import-format.ts'

/** An identity as an import takes it, and the parts that stay behind. */
export interface CarriedIdentity {
  readonly entry: ImportEntry
  readonly left: readonly LeftBehind[]
}

/** The parts of an identity that can be carried. */
export interface CarriableIdentity extends Pick<Identity, 'id' | 'external_id' | 'schema_id' | 'state' | 'traits'> {
  readonly organization_id?: string | null
  readonly metadata_public?: unknown
  readonly metadata_admin?: unknown
  readonly credentials?: Readonly<Record<string, Pick<CredentialView, 'type' | 'config'>>>
  readonly verifiable_addresses?: readonly Pick<
    VerifiableAddress,
    'value' | 'via' | 'verified' | 'status' | 'verified_at'
  >[]
  readonly recovery_addresses?: readonly Pick<RecoveryAddress, 'value' | 'via'>[]
}

/** Turns an identity, read with all its credentials, into an entry of an import. */
export function carryIdentity(identity: CarriableIdentity, format: ImportFormat): CarriedIdentity {
  const credentials = Object.values(identity.credentials ?? {}).map((credential) => ({
    type: credential.type,
    ...carryCredential(credential, format),
  }))
  const carried = credentials.flatMap(({ type, config }) => (config ? [[type, { config }] as const] : []))
  const { verifiable_addresses: verifiable = [], recovery_addresses: recovery = [] } = identity
  const named = { id: identity.id, external_id: identity.external_id, organization_id: identity.organization_id }
  const fields = Object.entries(named).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const taken = fields.filter(([name]) => format.fields.some((field) => field === name))
  const create = {
    ...Object.fromEntries(taken),
    schema_id: identity.schema_id,
    state: identity.state,
    traits: identity.traits,
    ...metadata('metadata_public', identity.metadata_public),
    ...metadata('metadata_admin', identity.metadata_admin),
    ...(carried.length > 0 && { credentials: Object.fromEntries(carried) }),
    ...(verifiable.length > 0 && {
      verifiable_addresses: verifiable.map(({ value, via, verified, status, verified_at: at }) => ({
        value,
        via,
        verified,
        status,
        // Some services say null.
        ...(typeof at === 'string' && { verified_at: at }),
      })),
    }),
    ...(recovery.length > 0 && { recovery_addresses: recovery.map(({ value, via }) => ({ value, via })) }),
  }
  return {
    entry: { create, patch_id: identity.id },
    left: [
      ...fields
        // New ids are said once for all.
        .filter(([name]) => name !== 'id' && !taken.some(([other]) => other === name))
        .map(([name]) => ({ what: name, why: `the import of ${format.title} does not take it` })),
      ...credentials.flatMap(({ left = [] }) => left),
    ],
  }
}

function metadata(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined || value === null ? {} : { [name]: value }
}
