import { z } from 'zod'

import { evaluateJsonnet, JsonnetFault, jsonnetFault } from '../../jsonnet.ts'
import type { Traits } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { programFault, run } from './jsonnet/run.ts'
import type { Claims } from './providers/claims.ts'
import { standardMapping } from './standard-mapping.ts'

/** What a provider's claims mean for an account. */
export interface Mapped {
  readonly traits: Traits
  readonly metadataPublic: unknown
  readonly metadataAdmin: unknown
  /** Addresses that the provider has proved, as the mapper says. */
  readonly verifiedAddresses: readonly { readonly via: string; readonly value: string }[]
}

/** Why a mapper cannot be used on this machine. Nothing: it can. */
export async function mapperFault(program: string): Promise<string | undefined> {
  const fault = programFault(program)
  if (fault === undefined || (await jsonnetFault()) === undefined) return undefined
  return (
    `is no claims mapper that can be used: ${fault}. What the built-in interpreter leaves out needs the package ` +
    '@hanazuki/node-jsonnet 2.1.0 beside Gatehouse (it compiles on installation); or leave mapper_url away'
  )
}

/** Applies a mapper, or without one fills the traits whose meaning is plain. Throws a `JsonnetFault`. */
export async function mapClaims(program: string | undefined, claims: Claims, schema: IdentitySchema): Promise<Mapped> {
  if (program === undefined) return standardMapping(claims, schema)
  const external = { claims }
  const result = programFault(program) === undefined ? run(program, external) : await evaluateJsonnet(program, external)
  const read = mapperResult.safeParse(result)
  if (!read.success) {
    throw new JsonnetFault(`the result has a fault at ${read.error.issues[0]?.path.join('.') ?? 'its top'}`)
  }
  const { traits, metadata_public, metadata_admin, verified_addresses } = read.data.identity
  return {
    traits,
    metadataPublic: metadata_public ?? null,
    metadataAdmin: metadata_admin ?? null,
    verifiedAddresses: verified_addresses ?? [],
  }
}

const mapperResult = z.object({
  identity: z.object({
    traits: z.record(z.string(), z.unknown()).default({}),
    metadata_public: z.unknown(),
    metadata_admin: z.unknown(),
    verified_addresses: z.array(z.object({ via: z.string(), value: z.string() })).nullish(),
  }),
})
