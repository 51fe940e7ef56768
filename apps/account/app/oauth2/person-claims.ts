import { givenName, type Identity } from '@gatehouse/contract/identities'

/** Claims of a person, as OpenID Connect names them. */
export type Claims = Readonly<Record<string, unknown>>

/** TABLE: the claims of each scope (OpenID Connect Core, 5.4). Other scopes have none. */
const claimsOfScope: Readonly<Record<string, (identity: Identity) => Claims>> = {
  profile: profileClaims,
  email: emailClaims,
  phone: phoneClaims,
  address: ({ traits }) => ({ address: addressOf(traits['address']) }),
}

/** Returns the claims about a person that the granted scopes release. Claims without a value are omitted. */
export function claimsFor(scopes: readonly string[], identity: Identity): Claims {
  const claims = scopes.flatMap((scope) => {
    const read = Object.hasOwn(claimsOfScope, scope) ? claimsOfScope[scope] : undefined
    return read === undefined ? [] : Object.entries(read(identity))
  })
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined && value !== ''))
}

/** Claims that are traits of the same name, wherever a schema has them. */
const likeNamed = [
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
] as const

function profileClaims(identity: Identity): Claims {
  const { traits, updated_at: updatedAt } = identity
  const name = isRecord(traits['name']) ? traits['name'] : {}
  const same = likeNamed.map((claim) => [claim, textOf(traits[claim])] as const)
  return {
    ...Object.fromEntries(same),
    name: givenName(identity),
    given_name: firstText(name['first'], name['given'], name['given_name'], traits['given_name'], traits['first_name']),
    family_name: firstText(
      name['last'],
      name['family'],
      name['family_name'],
      traits['family_name'],
      traits['last_name'],
    ),
    preferred_username: firstText(traits['preferred_username'], traits['username']),
    updated_at: Math.floor(Date.parse(updatedAt) / 1000) || undefined,
  }
}

function emailClaims({ traits, verifiable_addresses: addresses = [] }: Identity): Claims {
  const email = textOf(traits['email']) ?? addresses.find(({ via }) => via === 'email')?.value
  return email === undefined ? {} : { email, email_verified: isVerified(email, addresses) }
}

function phoneClaims({ traits, verifiable_addresses: addresses = [] }: Identity): Claims {
  const phone = firstText(traits['phone_number'], traits['phone']) ?? addresses.find(({ via }) => via === 'sms')?.value
  return phone === undefined ? {} : { phone_number: phone, phone_number_verified: isVerified(phone, addresses) }
}

function isVerified(value: string, addresses: NonNullable<Identity['verifiable_addresses']>): boolean {
  return addresses.some((one) => one.verified && one.value.toLowerCase() === value.toLowerCase())
}

function addressOf(trait: unknown): unknown {
  const formatted = textOf(trait)
  return formatted === undefined ? (isRecord(trait) ? trait : undefined) : { formatted }
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.map(textOf).find((text) => text !== undefined)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
