import { personName } from '@gatehouse/contract/identities'

import { credentialKind, credentialKinds, type CredentialType, type ListedRule } from './credential-kinds.ts'
import type { Credential, Identity } from './identity.ts'
import { searchable } from './searchable.ts'

/** The methods by which a list can be filtered: the types of credentials that are first steps. */
export const listedMethods: readonly CredentialType[] = credentialKinds.flatMap(({ type, listed }) =>
  listed?.first === undefined ? [] : [type],
)

/** Returns the bit of a first step. */
export const bitOf = (method: CredentialType): number => credentialKind(method)?.listed?.first ?? 0

/** The bits of every second step. */
export const secondStepBits: number = credentialKinds.reduce((all, { listed }) => all | (listed?.second ?? 0), 0)

/** The sign-in methods of an account, without any secret. */
export interface SetUp {
  /** First steps, by the type of the credential; for accounts at providers `type:provider`. */
  readonly signsInWith: readonly string[]
  readonly secondSteps: readonly string[]
  /** All of it, as the index has it. */
  readonly bits: number
}

/** Returns the credentials that are set up for an account. */
export function setUpOf({ credentials }: Pick<Identity, 'credentials'>): SetUp {
  const steps = credentialKinds.flatMap(({ type, listed }) => {
    const credential = credentials[type]
    return credential === undefined || listed === undefined ? [] : stepsOf(credential, listed)
  })
  return {
    signsInWith: steps.filter(({ isFirst }) => isFirst).map(({ name }) => name),
    secondSteps: steps.filter(({ isFirst }) => !isFirst).map(({ name }) => name),
    bits: steps.reduce((all, { bit }) => all | bit, 0),
  }
}

interface Step {
  readonly name: string
  readonly bit: number
  readonly isFirst: boolean
}

function stepsOf(credential: Credential, { by, first, second, namesProviders }: ListedRule): readonly Step[] {
  const { type, config, identifiers } = credential
  const asFirst = (name: string): readonly Step[] => (first === undefined ? [] : [{ name, bit: first, isFirst: true }])
  const asSecond: readonly Step[] = second === undefined ? [] : [{ name: type, bit: second, isFirst: false }]
  if (by === undefined) return identifiers.length > 0 ? asFirst(type) : []
  const values = by
    .map((key) => config[key])
    .filter((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
  if (values.length === 0) return []
  if (namesProviders) return providersIn(values[0]).flatMap((name) => asFirst(`${type}:${name}`))
  if (first === undefined || second === undefined) return [...asFirst(type), ...asSecond]
  // Passwordless keys are first steps, the others second ones.
  const keys: readonly unknown[] = Array.isArray(values[0]) ? values[0] : []
  const signsIn = (key: unknown) => valueIn(key, 'is_passwordless') === true
  return [...(keys.some(signsIn) ? asFirst(type) : []), ...(keys.some((key) => !signsIn(key)) ? asSecond : [])]
}

/** The keys by which a list of people is sorted and filtered, as the index stores them. */
export interface ListedFacts {
  /** As `searchable` folds it, cut off: a list is sorted by its beginning. */
  readonly name: string
  readonly methods: number
  /** True if every address is proved; null: there is none. */
  readonly verified: boolean | null
}

const longestName = 60

/** Reads these facts of an account. */
export function listedFactsOf(identity: Identity): ListedFacts {
  const { id, traits, verifiableAddresses } = identity
  const name = searchable(personName({ id, traits, verifiable_addresses: verifiableAddresses })).replaceAll('\0', ' ')
  return {
    name: Array.from(name).slice(0, longestName).join(''),
    methods: setUpOf(identity).bits,
    verified: verifiableAddresses.length === 0 ? null : verifiableAddresses.every(({ verified }) => verified),
  }
}

/** Reads the same from a stored document, as JSON: the SQL function `listed_facts`. An unreadable document has none. */
export function listedFactsOfDocument(document: string): string {
  try {
    const { name, methods, verified } = listedFactsOf(JSON.parse(document) as Identity)
    return JSON.stringify({ name: name.toWellFormed(), methods, verified: verified === null ? null : Number(verified) })
  } catch {
    return '{"name":"","methods":0,"verified":null}'
  }
}

function providersIn(list: unknown): readonly string[] {
  const names = (Array.isArray(list) ? list : []).map((one: unknown) => valueIn(one, 'provider'))
  return [...new Set(names)].filter((name) => typeof name === 'string')
}

function valueIn(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null ? new Map(Object.entries(object)).get(key) : undefined
}
