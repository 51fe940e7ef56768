import type { FlowKind } from '@gatehouse/contract/flows'
import type { IdentityConfig } from '../configuration/config.ts'
import type { CredentialImport } from '../credentials/credential-import.ts'
import type { FirstFactors, SecondFactorFacts } from '../credentials/factors.ts'
import type { ReadOwnFacts } from '../credentials/own-facts.ts'
import type { SealedCredential } from '../credentials/sealed.ts'
import type { NodePosition } from '../flows/ports/method-names.ts'
import type { IsAddressed, Strategy } from '../flows/ports/strategy.ts'
import type { CredentialKind } from '../identities/credential-kinds.ts'
import type { CodeDependencies } from './code/dependencies.ts'
import type { IdentifierFirstDependencies } from './identifier-first/index.ts'
import type { LinkDependencies } from './link/tokens.ts'
import type { LookupSecretDependencies } from './lookup-secret/index.ts'
import type { OidcDependencies } from './oidc/dependencies.ts'
import type { PasswordDependencies } from './password/dependencies.ts'
import type { ProfileSettingsDependencies } from './profile/index.ts'
import type { TotpDependencies } from './totp/index.ts'
import type { KeyDependencies } from './webauthn/dependencies.ts'

/** The dependencies of all strategies together; each receives the ones that it uses. */
export type StrategyDependencies = CodeDependencies &
  LinkDependencies &
  PasswordDependencies &
  ProfileSettingsDependencies &
  IdentifierFirstDependencies &
  KeyDependencies &
  OidcDependencies &
  TotpDependencies &
  LookupSecretDependencies

/** A row of the registry: all facts of a method that others need. */
export interface Method {
  /** The `method` of the wire. */
  readonly id: string
  /** Submissions that are meant for it, per flow in which the wire has the method: switched on or not. */
  readonly flows: Readonly<Partial<Record<FlowKind, IsAddressed>>>
  /** Flows that answer as to an unknown method while it cannot be used there; the others answer 404. */
  readonly unknownWhenOff?: readonly FlowKind[]
  /** The field that the wire requires of these submissions, switched on or not. */
  readonly needs?: Readonly<Partial<Record<FlowKind, string>>>
  readonly isEnabled: (config: IdentityConfig['selfservice']) => boolean
  readonly create: (dependencies: StrategyDependencies) => Strategy
  /** Its type of credential, if `identities/credential-kinds.ts` has no row of it. */
  readonly credential?: CredentialKind
  /** The sealed parts of its credential on disk. Absent: none. */
  readonly sealed?: SealedCredential
  /** The import of its credential by an administrator. Absent: not possible. */
  readonly imported?: CredentialImport
  /** Counts the ways in which a person can begin to sign in by it. Absent: none. */
  readonly firstFactors?: FirstFactors
  /** The facts of a second factor. Absent: it is none. */
  readonly secondFactor?: SecondFactorFacts
  /** Reads the facts of its credential that the account's owner may see. Absent: none. */
  readonly own?: ReadOwnFacts
  /** The position of its nodes. Absent: before all others. */
  readonly position?: NodePosition
  /** The role for which flows refer to it by name. */
  readonly role?: 'identifier_first' | 'oidc'
}
