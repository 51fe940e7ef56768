import { type SchemaField, schemaFields } from '@gatehouse/contract/identities'
import type { CarriableIdentity } from '../carry-identity.ts'
import type { Json, LeftBehind } from '../import-entry.ts'
import type { ForeignPerson } from './foreign-person.ts'

/** The trait of a schema for each value of a person. */
export interface TraitPlan {
  readonly schemaId: string
  /** The values for which a schema has no trait, in words: reported before anything is written. */
  readonly missing: readonly string[]
  /** The path of a trait below `traits`, for each thing that has one. */
  readonly paths: ReadonlyMap<TraitKind, readonly string[]>
}

const traitKinds = ['email', 'phone', 'username', 'firstName', 'lastName', 'name', 'language', 'picture'] as const
type TraitKind = (typeof traitKinds)[number]

/** TABLE: the names of traits for each value of a person, by the last part of the name and by the two last ones. */
const namesOf: Readonly<Record<TraitKind, readonly string[]>> = {
  email: ['email', 'emailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'mobile', 'tel'],
  username: ['username', 'login', 'nickname', 'handle'],
  firstName: ['first', 'firstname', 'given', 'givenname'],
  lastName: ['last', 'lastname', 'family', 'familyname', 'surname'],
  name: ['name', 'fullname', 'displayname'],
  language: ['language', 'locale', 'lang'],
  picture: ['picture', 'avatar', 'photo'],
}
const formats: Partial<Record<TraitKind, string>> = { email: 'email', phone: 'tel' }

/** Finds the traits of a schema by their format and by their names. */
export function planTraits(schemaId: string, document: Json): TraitPlan {
  const fields = schemaFields(document).filter(({ type }) => type === 'string')
  const found = traitKinds.flatMap((kind) => {
    const field = fields.find((one) => fits(one, kind))
    return field === undefined ? [] : [[kind, field.name.split('.').slice(1)] as const]
  })
  const paths = new Map(found)
  const isParted = paths.has('firstName') || paths.has('lastName')
  const missing = traitKinds.filter((kind) => !paths.has(kind) && !(isParted && kind === 'name'))
  return { schemaId, missing: missing.map((kind) => words[kind]), paths }
}

const words: Readonly<Record<TraitKind, string>> = {
  email: 'email',
  phone: 'phone number',
  username: 'user name',
  firstName: 'first name',
  lastName: 'last name',
  name: 'whole name',
  language: 'language',
  picture: 'picture',
}

function fits({ name, format }: SchemaField, kind: TraitKind): boolean {
  if (formats[kind] !== undefined && format === formats[kind]) return true
  const last = (name.split('.').at(-1) ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')
  return namesOf[kind].includes(last)
}

/** Returns a person as an identity of a schema, with all credentials, and the values that no trait takes. */
export function identityOfPerson(
  person: ForeignPerson,
  plan: TraitPlan,
): { readonly identity: CarriableIdentity; readonly left: readonly LeftBehind[] } {
  const said = traitsOf(person, plan.paths)
  const traits: Record<string, unknown> = {}
  for (const [kind, path] of plan.paths) if (said[kind] !== undefined) put(traits, path, said[kind])
  const taken = [
    ...(plan.paths.has('email')
      ? (person.emails ?? []).slice(0, 1).map((one) => ({ ...one, via: 'email' as const }))
      : []),
    ...(plan.paths.has('phone')
      ? (person.phones ?? []).slice(0, 1).map((one) => ({ ...one, via: 'sms' as const }))
      : []),
  ]
  const identity: CarriableIdentity = {
    id: '',
    external_id: person.id,
    schema_id: plan.schemaId,
    state: person.disabled === true ? 'inactive' : 'active',
    traits,
    verifiable_addresses: taken
      .filter(({ verified }) => verified)
      .map(({ value, via }) => ({ value, via, verified: true, status: 'completed' as const })),
    metadata_public: person.metadataPublic ?? null,
    metadata_admin: person.metadataAdmin ?? null,
    credentials: credentialsOf(person),
  }
  const lost = traitKinds.filter((kind) => said[kind] !== undefined && !plan.paths.has(kind))
  const several = [person.emails ?? [], person.phones ?? []].some(({ length }) => length > 1)
  return {
    identity,
    left: [
      ...(person.left ?? []),
      ...lost.map((kind) => ({ what: words[kind], why: `the schema "${plan.schemaId}" has no trait for it` })),
      ...(several ? [{ what: 'further addresses', why: 'a trait takes one; the first is kept' }] : []),
    ],
  }
}

function traitsOf(person: ForeignPerson, paths: TraitPlan['paths']): Readonly<Record<TraitKind, string | undefined>> {
  const { username, firstName, lastName, name, language, picture } = person
  const isParted = paths.has('firstName') || paths.has('lastName')
  const whole = name ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined)
  // A name that is known as a whole alone is parted at its last space: a first name alone stays one.
  const gap = (name ?? '').search(/\s\S+$/)
  const [before, after] = gap < 0 ? [] : [name?.slice(0, gap), name?.slice(gap + 1)]
  const isWhole = isParted && firstName === undefined && lastName === undefined
  return {
    email: person.emails?.[0]?.value,
    phone: person.phones?.[0]?.value,
    username,
    firstName: isWhole ? (before ?? name) : firstName,
    lastName: isWhole ? after : lastName,
    name: isParted ? undefined : whole,
    language,
    picture,
  }
}

function put(traits: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    traits[key] = value
    return
  }
  const inner = (traits[key] ??= {}) as Record<string, unknown>
  put(inner, rest, value)
}

function credentialsOf({ hash, links = [], totpUrl }: ForeignPerson): NonNullable<CarriableIdentity['credentials']> {
  const configs: Readonly<Record<string, Json | undefined>> = {
    password: hash === undefined ? undefined : { hashed_password: hash },
    oidc: links.length === 0 ? undefined : { providers: links },
    totp: totpUrl === undefined ? undefined : { totp_url: totpUrl },
  }
  return Object.fromEntries(
    Object.entries(configs).flatMap(([type, config]) => (config ? [[type, { type, config }]] : [])),
  )
}
