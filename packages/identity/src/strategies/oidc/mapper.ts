import { z } from 'zod'

import type { NamedText } from '../../configuration/far-text.ts'
import { JsonnetFault } from '../../jsonnet/jsonnet.ts'
import type { EvaluateJsonnet } from '../../jsonnet/jsonnet.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { Claims } from './providers/claims.ts'
import type { Mapped } from './mapped.ts'
import { standardMapping } from './standard-mapping.ts'

/**
 * Applies a mapper, or without one fills the traits whose meaning is plain. `current`: the account as it is, which the
 * mapper gets as `identity`; who signs up has none yet. Throws a `JsonnetFault`.
 */
export async function mapClaims(
  evaluate: EvaluateJsonnet,
  program: NamedText | undefined,
  claims: Claims,
  schema: IdentitySchema,
  current?: Pick<Identity, 'traits' | 'metadataPublic' | 'metadataAdmin'>,
): Promise<Mapped> {
  if (program === undefined) return standardMapping(claims, schema)
  const read = mapperResult.safeParse(await evaluate(program, { claims, identity: seenByMapper(current) }))
  if (!read.success) {
    throw new JsonnetFault(`the result has a fault at ${read.error.issues[0]?.path.join('.') ?? 'its top'}`)
  }
  const { traits, metadata_public, metadata_admin, verified_addresses } = read.data.identity
  return {
    traits,
    ...(metadata_public !== undefined && { metadataPublic: metadata_public }),
    ...(metadata_admin !== undefined && { metadataAdmin: metadata_admin }),
    verifiedAddresses: verified_addresses ?? [],
  }
}

function seenByMapper(current: Parameters<typeof mapClaims>[4]) {
  return {
    traits: current?.traits ?? {},
    metadata_public: current?.metadataPublic ?? {},
    metadata_admin: current?.metadataAdmin ?? {},
  }
}

const mapperResult = z.object({
  identity: z.object({
    traits: z.record(z.string(), z.unknown()).default({}),
    metadata_public: z.unknown().optional(),
    metadata_admin: z.unknown().optional(),
    verified_addresses: z.array(z.object({ via: z.string(), value: z.string() })).nullish(),
  }),
})
