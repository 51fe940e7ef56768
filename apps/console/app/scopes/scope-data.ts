import type { ProjectAccess, Role } from '@gatehouse/contract/operators'
import type { ShownNotice } from '../request/notices.ts'
import type { ShownScope } from './listed-scope.ts'

/** What every page inside knows of its workspace or project, and of the operator. */
export interface ScopeData {
  readonly operator: { readonly name: string; readonly email: string; readonly secondFactor: boolean }
  readonly workspace: {
    readonly id: string
    readonly slug: string
    readonly name: string
    /** The origin of the control plane that has it; undefined: the one of this installation. */
    readonly remoteOrigin: string | undefined
    readonly role: Role | undefined
    /** The operations that the operator may call here. What is not among them is not offered. */
    readonly may: readonly string[]
    /** Its one project is an identity service that another party runs. */
    readonly isRemote: boolean
  }
  readonly project: ProjectAccess | undefined
  /** Some of what the operator may enter, for the switch. */
  readonly scopes: readonly ShownScope[]
  /** How many pieces of long work are under way in the project. */
  readonly running: number
  readonly notice: ShownNotice | undefined
}
