import type { ProjectAccess, Role } from '@gatehouse/contract/operators'
import type { ShownNotice } from '../request/notices.ts'
import type { ShownScope } from './listed-scope.ts'

/** The data about the workspace or project, and about the operator, that every page inside has. */
export interface ScopeData {
  readonly operator: { readonly name: string; readonly email: string; readonly secondFactor: boolean }
  readonly workspace: {
    readonly id: string
    readonly slug: string
    readonly name: string
    /** The origin of its control plane; undefined: that of this installation. */
    readonly remoteOrigin: string | undefined
    readonly role: Role | undefined
    /** The operations that the operator may call here. Others are not offered. */
    readonly may: readonly string[]
    /** Its one project is an identity service that another party runs. */
    readonly isRemote: boolean
  }
  readonly project: ProjectAccess | undefined
  /** Some of the scopes that the operator may enter, for the switch. */
  readonly scopes: readonly ShownScope[]
  /** The number of running jobs in the project. */
  readonly running: number
  readonly notice: ShownNotice | undefined
}
