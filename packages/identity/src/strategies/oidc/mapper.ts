import { z } from 'zod'

import type { Traits } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { JsonnetFault } from './jsonnet/fault.ts'
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
  if (fault === undefined || (await loadJsonnet())) return undefined
  return (
    `is no claims mapper that can be used: ${fault}. What the built-in interpreter leaves out needs the package ` +
    '@hanazuki/node-jsonnet 2.1.0 beside Gatehouse (it compiles on installation); or leave mapper_url away'
  )
}

/** Applies a mapper, or without one fills the traits whose meaning is plain. Throws a `JsonnetFault`. */
export async function mapClaims(program: string | undefined, claims: Claims, schema: IdentitySchema): Promise<Mapped> {
  if (program === undefined) return standardMapping(claims, schema)
  const external = { claims }
  const result = programFault(program) === undefined ? run(program, external) : await runWhole(program, external)
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

/** The whole language, where somebody has installed it. */
interface Jsonnet {
  extCode(name: string, code: string): Jsonnet
  evaluateSnippet(program: string): Promise<string>
}

async function runWhole(program: string, external: Readonly<Record<string, unknown>>): Promise<unknown> {
  const create = await loadJsonnet()
  if (!create) throw new JsonnetFault('the package @hanazuki/node-jsonnet is gone')
  const jsonnet = create()
  for (const [name, value] of Object.entries(external)) jsonnet.extCode(name, JSON.stringify(value))
  try {
    return JSON.parse(await jsonnet.evaluateSnippet(program))
  } catch (error) {
    throw new JsonnetFault(error instanceof Error ? error.message : String(error))
  }
}

/** Not among the dependencies: it needs a compiler, which nobody should need to install this. */
const wholeLanguage = '@hanazuki/node-jsonnet'

async function loadJsonnet(): Promise<(() => Jsonnet) | undefined> {
  try {
    const { Jsonnet } = (await import(wholeLanguage)) as { readonly Jsonnet: new () => Jsonnet }
    return () => new Jsonnet()
  } catch {
    return undefined
  }
}
