import type { ProjectHost } from '../projects/host.ts'
import type { ProjectStore } from '../projects/store.ts'
import type { Project } from '../projects/store.ts'
import type { WorkspaceStore } from '../workspaces/store.ts'
import { decidesWhoSignsIn } from './gate.ts'
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
  /** Where its people are, such as `https://shop.example.org`; undefined: nowhere that is known. */
  readonly origin: string | undefined
  /** The stronger of the one here and the one at the workspace. */
  readonly role: Role
  /** The operations that the gate lets this operator call here. */
  readonly may: readonly string[]
}

/** A workspace that an operator may enter, or that has projects which they may enter. */
export interface EnterableWorkspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly secondFactorRequired: boolean
  /** The origin of the control plane that has it; undefined: this one. */
  readonly elsewhere: string | undefined
  /** Absent: the operator has a role at some of its projects only. */
  readonly role: Role | undefined
  readonly may: readonly string[]
  readonly projects: readonly EnterableProject[]
}

export interface PlacesDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
  readonly host: Pick<ProjectHost, 'addressOf'>
}

/** Everything that an operator may enter, oldest workspace first. */
export function placesOfOperator(deps: PlacesDeps, identityId: string): readonly EnterableWorkspace[] {
  const { workspaces, projects, grants, host } = deps
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
      elsewhere: undefined,
      role,
      may: role === undefined ? [] : operationsOf[role],
      projects: projects.listOf(workspace.id, everything, undefined).flatMap((project) => {
        const strongest = stronger(role, roleAt('project', project.id))
        if (strongest === undefined) return []
        const { id, slug, name, environment, isDefault } = project
        const address = host.addressOf(project)
        const origin = address.kind === 'address' ? address.url.origin : undefined
        const all = operationsOf[strongest]
        const may = isDefault && role !== 'owner' ? all.filter((one) => !decidesWhoSignsIn.has(one)) : all
        return [{ id, slug, name, environment, isDefault, origin, role: strongest, may }]
      }),
    }
  })
}

const everything = Number.MAX_SAFE_INTEGER

const operationsOf: Readonly<Record<Role, readonly string[]>> = {
  owner: allowed('owner'),
  developer: allowed('developer'),
  viewer: allowed('viewer'),
}

function allowed(role: Role): readonly string[] {
  return Object.entries(permissions).flatMap(([operation, row]) => (row[role] ? [operation] : []))
}
