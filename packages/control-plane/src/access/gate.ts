import { isAllowed, policyOf, type Role, type RoleOperation } from '@gatehouse/contract/operators'

import { RefusalError } from '../http/answer.ts'
import { requireUuid } from '../http/uuid.ts'
import type { Project, ProjectStore } from '../model/project-store.ts'
import type { Workspace, WorkspaceStore } from '../model/workspace-store.ts'
import type { GrantStore } from '../model/grant-store.ts'
import type { Principal } from '../model/principal.ts'
import { stronger } from './stronger-role.ts'

/** The stores in which the gate looks up roles. */
export interface GateDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
}

/** The operations for which a role at a single project is not enough. */
const needsWorkspace: ReadonlySet<RoleOperation> = new Set<RoleOperation>(['createWorkspace', 'createProject'])

type Params = Readonly<Record<string, string>>

/** Checks the table of permissions. All of it refuses with 403, and with 404 if the caller has no role at all. */
export interface Gate {
  installation(principal: Principal, operation: RoleOperation): Promise<void>
  workspace(
    principal: Principal,
    operation: RoleOperation,
    params: Params,
  ): Promise<{ workspace: Workspace; role: Role }>
  project(principal: Principal, operation: RoleOperation, params: Params): Promise<{ project: Project; role: Role }>
  /** Returns the role at a project, direct or through its workspace. */
  roleAtProject(principal: Principal, project: Project): Promise<Role | undefined>
}

/** Creates the gate. Each call looks roles up, so that a removed role ends at once. */
export function createGate({ workspaces, projects, grants }: GateDeps): Gate {
  const roleAtProject = async (principal: Principal, { id, workspaceId }: Project) =>
    stronger(
      await grants.roleAt(principal, { kind: 'project', id }),
      await grants.roleAt(principal, { kind: 'workspace', id: workspaceId }),
    )
  const requireWorkspaceOwner = async (principal: Principal, { workspaceId }: Project) => {
    if ((await grants.roleAt(principal, { kind: 'workspace', id: workspaceId })) === 'owner') return
    const reason = 'Operators sign in at this project: only owners of its workspace may change how.'
    throw new RefusalError({ code: 403, reason })
  }
  return {
    installation: async (principal, operation) => {
      const strongest = (await grants.scopesOf(principal))
        .filter(({ kind }) => !needsWorkspace.has(operation) || kind === 'workspace')
        .reduce<Role | undefined>((best, { role }) => stronger(best, role), undefined)
      requireAllowed(strongest, operation)
    },
    workspace: async (principal, operation, params) => {
      const workspace = await workspaces.find(params['workspace'] ?? '')
      const role = workspace && (await grants.roleAt(principal, { kind: 'workspace', id: workspace.id }))
      // A caller without access does not learn whether it exists.
      if (workspace === undefined || role === undefined) throw unknown('workspace')
      requireAllowed(role, operation)
      requireSecondFactor(principal, workspace)
      return { workspace, role }
    },
    project: async (principal, operation, params) => {
      const key = params['project'] ?? requireUuid(params['project_id'], 'project')
      const project = await projects.find(key)
      const role = project && (await roleAtProject(principal, project))
      if (project === undefined || role === undefined) throw unknown('project')
      requireAllowed(role, operation)
      if (project.isDefault && policyOf(operation).signIn) await requireWorkspaceOwner(principal, project)
      requireSecondFactor(principal, await workspaces.find(project.workspaceId))
      return { project, role }
    },
    roleAtProject,
  }
}

function requireAllowed(role: Role | undefined, operation: RoleOperation): void {
  if (isAllowed(role, operation)) return
  const reason = role === undefined ? 'You have no role here.' : `The role ${role} does not include this operation.`
  throw new RefusalError({ code: 403, reason })
}

// A key is no person: it has no second factor, and needs none.
function requireSecondFactor(principal: Principal, workspace: Workspace | undefined): void {
  if (principal.kind !== 'operator' || principal.secondFactor === true) return
  if (workspace?.secondFactorRequired !== true) return
  const reason = 'This workspace requires a second step from its members. Sign in with one.'
  throw new RefusalError({ code: 403, id: 'second_factor_required', reason })
}

function unknown(what: string): RefusalError {
  return new RefusalError({ code: 404, reason: `There is no ${what} of this id, or you have no role there.` })
}
