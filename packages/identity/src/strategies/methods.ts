import type { FlowKind } from '@gatehouse/contract/flows'
import type { IdentityConfig } from '../configuration/config.ts'
import type { CredentialImport } from '../credentials/credential-import.ts'
import { type FirstFactors, type MethodSettings, withoutFactor } from '../credentials/factors.ts'
import type { OwnFacts } from '../credentials/own-facts.ts'
import type { SealedCredential } from '../credentials/sealed.ts'
import type { MethodNames, NodePosition, OrderedFlow } from '../flows/ports/method-names.ts'
import type { Strategies, WireMethods } from '../flows/ports/strategy.ts'
import { credentialKinds, type CredentialKind } from '../identities/credential-kinds.ts'
import type { Identity } from '../identities/identity.ts'
import type { SecondFactor } from '../sessions/aal.ts'
import type { Method, StrategyDependencies } from './method.ts'

/** The methods of a service, with the facts of their rows that others read. */
export interface Methods {
  /** Creates the strategies that the configuration enables. */
  create(dependencies: Omit<StrategyDependencies, 'countFirstFactors'>): Strategies
  /** Returns the second factors of a configuration. */
  secondFactors(settings: MethodSettings): readonly SecondFactor[]
  /** Removes the spare factors from a change that removes the last factor that they replace. */
  withoutLoneSpares(change: ChangedIdentity, settings: MethodSettings): Identity
  /** Counts the ways in which a person can begin to sign in. A disabled method does not count. */
  readonly countFirstFactors: FirstFactors
  /** Returns the facts of an account for each method that is switched on, in the order of the registry. */
  ownFacts(identity: Identity, config: IdentityConfig['selfservice']): readonly OwnFactsOfMethod[]
  readonly credentialKinds: readonly CredentialKind[]
  /** The types of credentials with sealed parts, whether their method is switched on or not. */
  readonly sealed: readonly SealedCredential[]
  readonly imports: readonly CredentialImport[]
  readonly names: MethodNames
  /** Methods of the wire per flow, in the order of the registry. */
  readonly wireMethods: WireMethods
}

/** An identity before and after a change. */
export interface ChangedIdentity {
  readonly before: Identity
  readonly after: Identity
}

/** An account's facts of a method. `ways`: ways to begin a sign-in with it. `isSecondStep`: it can confirm one. */
export interface OwnFactsOfMethod extends OwnFacts {
  readonly method: string
  readonly ways: number
  readonly isSecondStep: boolean
}

/** TABLE: groups that belong to no method, with their positions. */
const positions: readonly NodePosition[] = [
  { group: 'default', at: { login: 20, registration: 30, settings: 10 }, keepsPasswordAmongDefaults: true },
  { group: 'saml', at: { registration: 20 } },
  { group: 'captcha', at: { registration: 80 } },
]

/** Reads a registry. Throws if a role that flows need has no row. */
export function createMethods(rows: readonly Method[]): Methods {
  const positioned = [...positions, ...rows.flatMap(({ position }) => position ?? [])]
  const methodsIn = (kind: FlowKind) =>
    rows.flatMap(({ id, flows: { [kind]: isAddressed }, unknownWhenOff = [], needs: { [kind]: needs } = {} }) =>
      isAddressed
        ? [{ id, isAddressed, isUnknownWhenOff: unknownWhenOff.includes(kind), ...(needs !== undefined && { needs }) }]
        : [],
    )
  const countFirstFactors: FirstFactors = (identity, settings) =>
    rows.reduce((sum, { firstFactors }) => sum + (firstFactors?.(identity, settings) ?? 0), 0)
  return {
    create: (dependencies) =>
      rows
        .filter(({ isEnabled }) => isEnabled(dependencies.config.selfservice))
        .map(({ create }) => create({ ...dependencies, countFirstFactors })),
    secondFactors: (settings) =>
      rows.flatMap(({ secondFactor }) => (secondFactor?.counts(settings) ? [secondFactor.isSetUp] : [])),
    withoutLoneSpares: ({ before, after }, settings) => {
      const factors = rows.flatMap(({ secondFactor }) => (secondFactor?.counts(settings) ? [secondFactor] : []))
      const stands = (identity: Identity) => factors.some(({ spare, isSetUp }) => !spare && isSetUp(identity))
      if (!stands(before) || stands(after)) return after
      const spares = factors.flatMap(({ spare, isSetUp }) => (spare && isSetUp(after) ? [spare] : []))
      return spares.reduce((left, spare) => withoutFactor(left, spare, after.updatedAt), after)
    },
    countFirstFactors,
    ownFacts: (identity, config) =>
      rows.flatMap(({ id, isEnabled, own, firstFactors, secondFactor }) => {
        const facts = isEnabled(config) ? own?.(identity, config.methods) : undefined
        if (!facts) return []
        const ways = firstFactors?.(identity, config.methods) ?? 0
        const isSecondStep = secondFactor?.counts(config.methods) === true && secondFactor.isSetUp(identity)
        return [{ ...facts, method: id, ways, isSecondStep }]
      }),
    credentialKinds: [...credentialKinds, ...rows.flatMap(({ credential }) => credential ?? [])],
    sealed: rows.flatMap(({ sealed }) => sealed ?? []),
    imports: rows.flatMap(({ imported }) => imported ?? []),
    names: {
      groups: {
        login: groupsIn(positioned, 'login'),
        registration: groupsIn(positioned, 'registration'),
        settings: groupsIn(positioned, 'settings'),
      },
      besidePassword: positioned.filter((one) => one.keepsPasswordAmongDefaults).map(({ group }) => group),
      suggesting: positioned.filter(({ suggests }) => suggests).map(({ group }) => group),
      identifierFirst: idOf(rows, 'identifier_first'),
      oidc: idOf(rows, 'oidc'),
    },
    wireMethods: {
      login: methodsIn('login'),
      registration: methodsIn('registration'),
      settings: methodsIn('settings'),
      recovery: methodsIn('recovery'),
      verification: methodsIn('verification'),
    },
  }
}

function groupsIn(positioned: readonly NodePosition[], flow: OrderedFlow) {
  return positioned
    .flatMap(({ group, at }) => (at[flow] === undefined ? [] : [{ group, position: at[flow] }]))
    .toSorted((a, b) => a.position - b.position)
    .map(({ group }) => group)
}

function idOf(rows: readonly Method[], role: NonNullable<Method['role']>): string {
  const row = rows.find((one) => one.role === role)
  if (!row) throw new Error(`The registry has no method for ${role}`)
  return row.id
}
