import type { FlowKind } from '@gatehouse/contract/flows'

import type { IdentityConfig } from '../configuration/config.ts'
import type { CredentialImport } from '../credentials/credential-import.ts'
import type { FirstFactors, SecondFactorFacts } from '../credentials/factors.ts'
import type { ReadOwnFacts } from '../credentials/own-facts.ts'
import type { SealedCredential } from '../credentials/sealed-credential.ts'
import type { NodePosition } from '../flows/ports/method-names.ts'
import type { Strategy } from '../flows/ports/strategy.ts'
import type { CredentialKind } from '../identities/credential-kinds.ts'
import type { CodeDependencies } from './code/dependencies.ts'
import type { IdentifierFirstDependencies } from './identifier-first/index.ts'
import type { LinkDependencies } from './link/dependencies.ts'
import type { LookupSecretDependencies } from './lookup-secret/dependencies.ts'
import type { OidcDependencies } from './oidc/dependencies.ts'
import type { PasswordDependencies } from './password/dependencies.ts'
import type { ProfileSettingsDependencies } from './profile/settings.ts'
import type { TotpDependencies } from './totp/dependencies.ts'
import type { KeyDependencies } from './webauthn/dependencies.ts'

/** What all strategies take together; each is given what it uses. */
export type StrategyDependencies = CodeDependencies &
  LinkDependencies &
  PasswordDependencies &
  ProfileSettingsDependencies &
  IdentifierFirstDependencies &
  KeyDependencies &
  OidcDependencies &
  TotpDependencies &
  LookupSecretDependencies

/** A row of the registry: everything that others have to know of a method. */
export interface Method {
  /** The `method` of the wire. */
  readonly id: string
  /** Flows in which the wire knows the method, whether it is switched on or not. */
  readonly flows: readonly FlowKind[]
  readonly isEnabled: (config: IdentityConfig['selfservice']) => boolean
  readonly create: (dependencies: StrategyDependencies) => Strategy
  /** Its type of credential, where `identities/credential-kinds.ts` has no row of it. */
  readonly credential?: CredentialKind
  /** What its credential keeps sealed on disk. Absent: nothing. */
  readonly sealed?: SealedCredential
  /** How an administrator brings its credential along. Absent: not at all. */
  readonly imported?: CredentialImport
  /** In how many ways a person can begin to sign in by it. Absent: in none. */
  readonly firstFactors?: FirstFactors
  /** Absent: it is none. */
  readonly secondFactor?: SecondFactorFacts
  /** What of its credential the account's owner may see. Absent: nothing. */
  readonly own?: ReadOwnFacts
  /** Where its nodes stand. Absent: before all others. */
  readonly position?: NodePosition
  /** What flows need it for by name. */
  readonly role?: 'finding' | 'linking'
}
