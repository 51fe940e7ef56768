/** The roles of an operator at a scope, strongest first. Source: the member model of the field's project API. */
export const roles = ['owner', 'developer', 'viewer'] as const
/** A role at a workspace counts at its projects as well; of two roles of an operator, the stronger one does. */
export type Role = (typeof roles)[number]

/** The purpose of a project. Source: `environment` of the field's project API. */
export const environments = ['prod', 'stage', 'dev'] as const
/** A remote control plane may use another word: it counts as `prod`. */
export type Environment = (typeof environments)[number]

/** A project that an operator may enter, and their role there. */
export interface ProjectAccess {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly environment: Environment
  /** The one at the gateway's own origin, at which operators sign in too. */
  readonly isDefault: boolean
  /** The origin of its account pages, such as `https://shop.example.org`; undefined: unknown. */
  readonly origin: string | undefined
  /** The stronger of the one here and the one at the workspace. */
  readonly role: Role
  /** The operations that the control plane lets this operator call here. */
  readonly may: readonly string[]
  /** A third party runs and configures its identity service: configuration and organizations are not kept here. */
  readonly isRemote: boolean
  /** How many jobs are under way on its accounts; 0 if that is unknown. */
  readonly runningJobs: number
}

/** A workspace that an operator may enter, or that has projects which they may enter. */
export interface WorkspaceAccess {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly secondFactorRequired: boolean
  /** The origin of the control plane that has it; undefined: the one of this installation. */
  readonly remoteOrigin: string | undefined
  /** Absent: the operator has a role at some of its projects only. */
  readonly role: Role | undefined
  readonly may: readonly string[]
  /** Its one project is an identity service that a third party runs: there is no other one. */
  readonly isRemote: boolean
  /** Here, the one that was asked for; of a remote control plane, all of them. */
  readonly projects: readonly ProjectAccess[]
}

/** Names a scope by ids or slugs. */
export interface ScopeKey {
  /** Absent: the one of the project. */
  readonly workspace?: string | undefined
  /** Absent: no project of it. */
  readonly project?: string | undefined
}

/** A workspace or a project that an operator may enter, as a list shows it. */
export interface ListedScope {
  readonly workspace: Pick<WorkspaceAccess, 'id' | 'slug' | 'name'>
  /** Absent: the workspace itself. */
  readonly project: Pick<ProjectAccess, 'slug' | 'name' | 'environment'> | undefined
}

/** Which scopes, and which part of them. */
export interface ScopeSearch {
  readonly size: number
  /** Of a page before; absent: from the start. */
  readonly token?: string | undefined
  /** Part of the scope's own name or slug. */
  readonly q?: string | undefined
  /** Only the scopes of this workspace, by its id. */
  readonly within?: string | undefined
  /** Only the scopes outside this workspace, by its id. */
  readonly without?: string | undefined
  readonly kind?: 'workspace' | 'project' | undefined
}

/** A page of scopes. The tokens lead to its neighbours; absent: there is none. */
export type ScopeList =
  | {
      readonly kind: 'listed'
      readonly scopes: readonly ListedScope[]
      readonly next: string | undefined
      readonly previous: string | undefined
    }
  /** The token leads nowhere. */
  | { readonly kind: 'stale' }

/**
 * Lists the scopes that the operator of an identity may enter: workspaces, oldest first, each followed by its projects.
 */
export type ListScopes = (identityId: string, wanted: ScopeSearch) => Promise<ScopeList>
