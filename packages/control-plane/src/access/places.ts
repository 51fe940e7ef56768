import type { ProjectStore } from '../projects/store.ts'
import type { Project } from '../projects/store.ts'
import type { WorkspaceStore } from '../workspaces/store.ts'
import type { GrantStore } from './grant-store.ts'
import { permissions } from './permissions.ts'
import { stronger } from './roles.ts'
import type { Role } from './roles.ts'

/** A project that an operator may enter. */
export interface EnterableProject {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly environment: Project['environment']
  readonly isDefault: boolean
  /** The stronger of the one here and the one at the workspace. */
  readonly role: Role
}

/** A workspace that an operator may enter, or that has projects which they may enter. */
export interface EnterableWorkspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly secondFactorRequired: boolean
  /** Absent: the operator has a role at some of its projects only. */
  readonly role: Role | undefined
  readonly projects: readonly EnterableProject[]
}

export interface PlacesDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
}

/** Everything that an operator may enter, oldest workspace first. */
export function placesOfOperator(deps: PlacesDeps, identityId: string): readonly EnterableWorkspace[] {
  const { workspaces, projects, grants } = deps
  const granted = grants.placesOf({ kind: 'operator', identityId })
  const roleAt = (kind: 'workspace' | 'project', id: string) =>
    granted.find((place) => place.kind === kind && place.id === id)?.role
  const ids = granted.flatMap(({ kind, id }) => (kind === 'workspace' ? id : (projects.find(id)?.workspaceId ?? [])))
  return workspaces.list([...new Set(ids)], everything, undefined).map((workspace) => {
    const role = roleAt('workspace', workspace.id)
    return {
      id: workspace.id,
      slug: workspace.slug,
      name: workspace.name,
      secondFactorRequired: workspace.secondFactorRequired,
      role,
      projects: projects.listOf(workspace.id, everything, undefined).flatMap((project) => {
        const strongest = stronger(role, roleAt('project', project.id))
        if (strongest === undefined) return []
        const { id, slug, name, environment, isDefault } = project
        return [{ id, slug, name, environment, isDefault, role: strongest }]
      }),
    }
  })
}

const everything = Number.MAX_SAFE_INTEGER

/** The operations that the table of permissions gives a role. */
export const operationsOfRole: Readonly<Record<Role, readonly string[]>> = {
  owner: operationsOf('owner'),
  developer: operationsOf('developer'),
  viewer: operationsOf('viewer'),
}

function operationsOf(role: Role): readonly string[] {
  return Object.entries(permissions).flatMap(([operation, row]) => (row[role] ? [operation] : []))
}
