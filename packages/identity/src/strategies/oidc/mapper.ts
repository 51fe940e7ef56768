import type { SchemaField } from '@gatehouse/contract/identities'
import { z } from 'zod'
import type { NamedText } from '../../configuration/far-text.ts'
import type { Identity, Traits } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { JsonnetFault, type EvaluateJsonnet } from '../../jsonnet/jsonnet.ts'
import type { Claims } from './providers/claims.ts'

/**
 * Applies a mapper, or without one fills the traits with a plain meaning. `current`: the present account, which the
 * mapper receives as `identity`; a person who signs up has none yet. Throws a `JsonnetFault`.
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

/** The claims that fill a trait of this name, dots and case aside. The first that the provider sent counts. */
const claimsOfTraits: Readonly<Record<string, readonly (keyof Claims)[]>> = {
  email: ['email'],
  emailaddress: ['email'],
  name: ['name', 'nickname'],
  fullname: ['name'],
  displayname: ['name', 'nickname'],
  'name.first': ['given_name'],
  'name.last': ['family_name'],
  'name.given': ['given_name'],
  'name.family': ['family_name'],
  'name.full': ['name'],
  firstname: ['given_name'],
  lastname: ['family_name'],
  givenname: ['given_name'],
  familyname: ['family_name'],
  nickname: ['nickname', 'preferred_username'],
  username: ['preferred_username', 'nickname'],
  picture: ['picture'],
  avatar: ['picture'],
  website: ['website'],
  profile: ['profile'],
  locale: ['locale'],
  'name.middle': ['middle_name'],
  middlename: ['middle_name'],
  gender: ['gender'],
  birthdate: ['birthdate'],
  birthday: ['birthdate'],
  zoneinfo: ['zoneinfo'],
  timezone: ['zoneinfo'],
  phone: ['phone_number'],
  phonenumber: ['phone_number'],
}

/** Maps claims without a mapper: they fill the traits of the same meaning that the schema has. */
function standardMapping(claims: Claims, schema: IdentitySchema): Mapped {
  const traits: Record<string, unknown> = {}
  for (const field of schema.fields) {
    const value = valueFor(field, claims)
    if (value !== undefined) put(traits, field.name.split('.').slice(1), value)
  }
  const { email, email_verified } = claims
  const verifiedAddresses = email !== undefined && email_verified === true ? [{ via: 'email', value: email }] : []
  return { traits, verifiedAddresses }
}

function valueFor({ name, type }: SchemaField, claims: Claims): string | undefined {
  if (type !== 'string') return undefined
  const key = name
    .replace(/^traits\./, '')
    .replaceAll(/[_-]/g, '')
    .toLowerCase()
  const names = Object.hasOwn(claimsOfTraits, key) ? (claimsOfTraits[key] ?? []) : []
  return names.map((claim) => claims[claim]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined
}

function put(target: Record<string, unknown>, [head = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    target[head] = value
    return
  }
  const inner = target[head]
  const next: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  target[head] = next
  put(next, rest, value)
}

/** The values that a provider's claims give to an account. */
export interface Mapped {
  readonly traits: Traits
  /** Absent: the mapper does not mention it. */
  readonly metadataPublic?: unknown
  readonly metadataAdmin?: unknown
  /** Addresses that the provider has proved, by the mapper. */
  readonly verifiedAddresses: readonly { readonly via: string; readonly value: string }[]
}
