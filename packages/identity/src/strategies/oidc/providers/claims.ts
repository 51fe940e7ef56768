import type { Answer, ProviderKind } from './provider-kind.ts'

/** What a provider says about a person, under OpenID's names. `raw_claims` is the whole answer. */
export interface Claims {
  readonly iss: string
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly raw_claims: Answer
  readonly [name: string]: unknown
}

const texts = [
  'name',
  'given_name',
  'family_name',
  'last_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'hd',
  'team',
] as const

/** Puts an answer under the standard names. Nothing: it does not say who the person is. */
export function readClaims(kind: ProviderKind, issuer: string, raw: Answer, subjectClaim = 'sub'): Claims | undefined {
  const answer = kind.shape?.(raw) ?? raw
  const take = (name: string): unknown => {
    const path = kind.claims?.[name]
    return (path === undefined ? undefined : at(answer, path)) ?? at(answer, name)
  }
  const subject = subjectClaim === 'sub' ? at(answer, kind.claims?.['sub'] ?? 'sub') : at(answer, subjectClaim)
  // Some providers count their people.
  const sub = typeof subject === 'number' ? String(subject) : subject
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return undefined
  const named = texts.flatMap((name) => {
    const value = take(name)
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  const phoneVerified = take('phone_number_verified')
  return {
    ...Object.fromEntries(named),
    iss: issuer,
    sub,
    ...(take('email') !== undefined && { email_verified: emailVerified(kind, take('email_verified')) }),
    ...(typeof phoneVerified === 'boolean' && { phone_number_verified: phoneVerified }),
    raw_claims: raw,
  }
}

/** Only a clear yes counts. Some providers write it as a text. */
function emailVerified(kind: ProviderKind, claim: unknown): boolean {
  return kind.emailVerified !== 'never' && (claim === true || claim === 'true')
}

function at(answer: Answer, path: string): unknown {
  let current: unknown = answer
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Answer)[key]
  }
  return current
}
