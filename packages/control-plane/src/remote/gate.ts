import { isAllowed, permissions, policyOf, type Role } from '@gatehouse/contract/operators'

import type { GrantStore } from '../model/grant-store.ts'
import type { Operation } from '@gatehouse/contract/control-plane'
import type { Principal } from '../model/principal.ts'
import { RefusalError } from '../http/answer.ts'
import type { ProjectStore } from '../model/project-store.ts'
import type { Workspace, WorkspaceStore } from '../model/workspace-store.ts'

/** What the gate to a remote control plane looks roles up in. */
export interface RemoteGateDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
}

/** A caller that may use a remote control plane. */
export interface Admitted {
  readonly role: Role
  /** The workspace here whose members work there, and whose audit log keeps what they did. */
  readonly home: Workspace
}

/**
 * Who may do what at a remote control plane. The key would let anybody do anything, so it is all decided here: roles are those of the
 * members of the first workspace, for everything that the key reaches.
 */
export interface RemoteGate {
  /** Nothing: no role. A role at a project, or at another workspace, counts for nothing there. */
  admit(principal: Principal): Promise<Admitted | undefined>
  /** Refuses with 404 who has no role at all, else with 403. */
  require(principal: Principal, operation: Operation): Promise<Admitted>
}

/** Invitations open the console they were made in, and a workspace made by a key would have no owner. */
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

/** Makes the gate that stands before every call to a remote control plane: its key may do everything. */
export function createRemoteGate({ workspaces, projects, grants }: RemoteGateDeps): RemoteGate {
  // The one with the project where operators sign in. It stays.
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
  // Any of its projects may be where operators sign in, here or there: it does not say.
  if (role === 'owner' || !policyOf(operation).signIn) return undefined
  return 'Operators may sign in at this project: only owners change how people get in, or read what lets them in.'
}

function isTabled(operation: string): operation is keyof typeof permissions {
  return Object.hasOwn(permissions, operation)
}
