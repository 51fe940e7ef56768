import type { PlaceKey, ProjectPlace, Role, WorkspacePlace } from '@gatehouse/contract/operator-places'

import type { ProjectHost } from '../projects/host.ts'
import type { ProjectStore } from '../projects/store.ts'
import type { Project } from '../projects/store.ts'
import type { WorkspaceStore } from '../workspaces/store.ts'
import type { GrantStore } from './grant-store.ts'
import {
  permissions,
  policyOf,
  type RoleOperation,
  roleOperations,
} from '@gatehouse/contract/control-plane/permissions'
import { stronger } from './stronger-role.ts'

/** What finding an operator’s places takes. */
export interface PlacesDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
  readonly host: Pick<ProjectHost, 'addressOf' | 'isRemote'>
}

/** The workspace that an operator may enter, with the one project that is asked for if they may enter that. */
export function placeOfOperator(deps: PlacesDeps, identityId: string, key: PlaceKey): WorkspacePlace | undefined {
  const { workspaces, projects, grants, host } = deps
  const found = key.project === undefined ? undefined : projects.find(key.project)
  const workspace = workspaces.find(key.workspace ?? found?.workspaceId ?? '')
  if (workspace === undefined) return undefined
  const granted = grants.placesOf({ kind: 'operator', identityId })
  const roleAt = (kind: 'workspace' | 'project', id: string) =>
    granted.find((place) => place.kind === kind && place.id === id)?.role
  const role = roleAt('workspace', workspace.id)
  const isInside = () =>
    granted.some(({ kind, id }) => kind === 'project' && projects.find(id)?.workspaceId === workspace.id)
  if (role === undefined && !isInside()) return undefined
  const project = found?.workspaceId === workspace.id ? found : undefined
  const strongest = project && stronger(role, roleAt('project', project.id))
  return {
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    secondFactorRequired: workspace.secondFactorRequired,
    elsewhere: undefined,
    role,
    may: role === undefined ? [] : doneHere(operationsOf[role], host),
    isRemote: host.isRemote === true,
    projects: project && strongest ? [enterable(host, project, strongest, role)] : [],
  }
}

function enterable(host: PlacesDeps['host'], project: Project, role: Role, roleAbove: Role | undefined): ProjectPlace {
  const { id, slug, name, environment, isDefault } = project
  const address = host.addressOf(project)
  const origin = address.kind === 'address' ? address.url.origin : undefined
  const all = operationsOf[role]
  const may = isDefault && roleAbove !== 'owner' ? all.filter((one) => !policyOf(one).signIn) : all
  return {
    id,
    slug,
    name,
    environment,
    isDefault,
    origin,
    role,
    may: doneHere(may, host),
    isRemote: host.isRemote === true,
  }
}

/** TABLE: what cannot be done where somebody else runs the identity service. Nobody is offered it. */
const notDoneRemotely: ReadonlySet<RoleOperation> = new Set<RoleOperation>([
  'createProject',
  'purgeProject',
  'purgeProjectConfirmed',
  'createOrganization',
  'updateOrganization',
  'deleteOrganization',
  'checkOrganizationConnection',
  'getOrganizationOnboardingPortalLinks',
  'createOrganizationOnboardingPortalLink',
  'updateOrganizationOnboardingPortalLink',
  'deleteOrganizationOnboardingPortalLink',
])

function doneHere(
  may: readonly RoleOperation[],
  { isRemote }: Pick<ProjectHost, 'isRemote'>,
): readonly RoleOperation[] {
  return isRemote === true ? may.filter((one) => !notDoneRemotely.has(one)) : may
}

const operationsOf: Readonly<Record<Role, readonly RoleOperation[]>> = {
  owner: allowed('owner'),
  developer: allowed('developer'),
  viewer: allowed('viewer'),
}

function allowed(role: Role): readonly RoleOperation[] {
  return roleOperations.filter((operation) => permissions[operation][role])
}
