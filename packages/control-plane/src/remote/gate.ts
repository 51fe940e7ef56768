import { isAllowed, permissions, policyOf, type Role } from '@gatehouse/contract/operators'

import type { GrantStore } from '../model/grant-store.ts'
import type { Operation } from '@gatehouse/contract/control-plane'
import type { Principal } from '../model/principal.ts'
import { RefusalError } from '../http/answer.ts'
import type { ProjectStore } from '../model/project-store.ts'
import type { Workspace, WorkspaceStore } from '../model/workspace-store.ts'

/** The stores in which the gate to a remote control plane looks up roles. */
export interface RemoteGateDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
}

/** A caller that may use a remote control plane. */
export interface Admitted {
  readonly role: Role
  /** The local workspace whose members work there, and whose audit log records their changes. */
  readonly home: Workspace
}

/**
 * Decides which calls an operator may make at a remote control plane. The key allows every call, so that this gate
 * alone decides: the roles of members of the first workspace apply to everything that the key reaches.
 */
export interface RemoteGate {
  /** Returns undefined without a role. A role at a project, or at another workspace, does not count there. */
  admit(principal: Principal): Promise<Admitted | undefined>
  /** Refuses with 404 an operator without any role, otherwise with 403. */
  require(principal: Principal, operation: Operation): Promise<Admitted>
}

/** Invitations open the console in which they were created, and a workspace that a key creates would have no owner. */
const madeThere: ReadonlySet<Operation> = new Set<Operation>([
  'createWorkspace',
  'listWorkspaceInvites',
  'createWorkspaceInvite',
  'revokeWorkspaceInvite',
  'listProjectInvites',
  'createProjectInvite',
  'revokeProjectInvite',
  'acceptInvite',
])

/** Creates the gate before every call to a remote control plane: its key allows every call. */
export function createRemoteGate({ workspaces, projects, grants }: RemoteGateDeps): RemoteGate {
  // The workspace with the project in which operators sign in. It is permanent.
  let homeId: string | undefined
  const admit = async (principal: Principal): Promise<Admitted | undefined> => {
    homeId ??= (await projects.listAll()).find(({ isDefault }) => isDefault)?.workspaceId
    const home = await workspaces.find(homeId ?? '')
    const role = home && (await grants.roleAt(principal, { kind: 'workspace', id: home.id }))
    return home && role && { role, home }
  }
  return {
    admit,
    require: async (principal, operation) => {
      const admitted = await admit(principal)
      if (admitted === undefined) {
        throw new RefusalError({ code: 404, reason: 'There is nothing of this id, or you have no role there.' })
      }
      const { role, home } = admitted
      const why = refusalOf(role, operation)
      if (why !== undefined) throw new RefusalError({ code: 403, reason: why })
      if (home.secondFactorRequired && !(principal.kind === 'operator' && principal.secondFactor === true)) {
        const reason = `${home.name} requires a second step from its members. Sign in with one.`
        throw new RefusalError({ code: 403, id: 'second_factor_required', reason })
      }
      return admitted
    },
  }
}

/** The operations that a role includes there. */
export function remoteOperations(role: Role): readonly string[] {
  return Object.keys(permissions).filter((operation) => refusalOf(role, operation) === undefined)
}

function refusalOf(role: Role, operation: string): string | undefined {
  if (!isTabled(operation)) return 'This is not done from here.'
  if (madeThere.has(operation)) return 'This is done in the console of that control plane.'
  if (!isAllowed(role, operation)) return `The role ${role} does not include this operation.`
  // Operators may sign in at any of its projects, here or there: it does not report that.
  if (role === 'owner' || !policyOf(operation).signIn) return undefined
  return 'Operators may sign in at this project: only owners change how people get in, or read what lets them in.'
}

function isTabled(operation: string): operation is keyof typeof permissions {
  return Object.hasOwn(permissions, operation)
}
