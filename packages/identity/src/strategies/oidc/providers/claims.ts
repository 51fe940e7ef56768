import type { Answer, ProviderKind } from './provider-kind.ts'

/** A provider's claims about a person, under OpenID's names. `raw_claims` is the whole answer. */
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
  'phone_number',
  'hd',
  'team',
  'oid',
] as const

/** TABLE: the claims that mappers know, with the readers of their values. `undefined`: the provider sent none. */
const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  ...Object.fromEntries(texts.map((name) => [name, textOf])),
  locale: localeOf,
  phone_number_verified: yesOrNo,
  nonce_supported: yesOrNo,
  updated_at: secondsOf,
}

/** Converts an answer to the standard names. Nothing: it does not identify the person. */
export function readClaims(kind: ProviderKind, issuer: string, raw: Answer, subjectClaim = 'sub'): Claims | undefined {
  const answer = kind.shape?.(raw) ?? raw
  const take = (name: string): unknown => {
    const path = kind.claims?.[name]
    return (path === undefined ? undefined : at(answer, path)) ?? at(answer, name)
  }
  const subject = subjectClaim === 'sub' ? at(answer, kind.claims?.['sub'] ?? 'sub') : at(answer, subjectClaim)
  // Some providers number their people.
  const sub = typeof subject === 'number' ? String(subject) : subject
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return undefined
  const named = Object.entries(readers).flatMap(([name, read]) => {
    const value = read(take(name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(named),
    iss: issuer,
    sub,
    ...(take('email') !== undefined && { email_verified: emailVerified(kind, take('email_verified')) }),
    raw_claims: raw,
  }
}

/** Reads a text. Some providers write years and phone numbers as numbers. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Reads a locale. LinkedIn sends language and country separately. */
function localeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return textOf(value)
  const { language, country } = value as Answer
  const parts = [textOf(language), textOf(country)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join('-') : undefined
}

/** Reads a truth value. Some providers write it as a text. */
function yesOrNo(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** Reads Unix seconds. Auth0 for one writes RFC 3339. */
function secondsOf(value: unknown): number | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  const number = Number(text)
  const seconds = Math.trunc(Number.isNaN(number) ? Date.parse(text) / 1000 : number)
  return Number.isSafeInteger(seconds) && seconds !== 0 ? seconds : undefined
}

/** Reads the claim of a verified address: only a clear yes counts. */
function emailVerified(kind: ProviderKind, claim: unknown): boolean {
  return kind.emailVerified !== 'never' && yesOrNo(claim) === true
}

function at(answer: Answer, path: string): unknown {
  let current: unknown = answer
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Answer)[key]
  }
  return current
}
