import {
  permissions,
  policyOf,
  roleOperations,
  type ScopeKey,
  type ProjectAccess,
  type Role,
  type WorkspaceAccess,
  type RoleOperation,
} from '@gatehouse/contract/operators'

import type { Jobs } from '../model/job.ts'
import type { ProjectHost } from '../model/project-host.ts'
import type { ProjectStore, Project } from '../model/project-store.ts'
import type { WorkspaceStore } from '../model/workspace-store.ts'
import type { GrantStore } from '../model/grant-store.ts'
import { stronger } from './stronger-role.ts'

/** The dependencies of finding an operator’s scopes. */
export interface OperatorScopeDeps {
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
  readonly host: Pick<ProjectHost, 'addressOf' | 'isRemote'>
  readonly jobs: Pick<Jobs, 'running'>
}

/** The workspace that an operator may enter, with the one project that is asked for if they may enter that. */
export async function scopeOfOperator(
  deps: OperatorScopeDeps,
  identityId: string,
  key: ScopeKey,
): Promise<WorkspaceAccess | undefined> {
  const { workspaces, projects, grants, host } = deps
  const found = key.project === undefined ? undefined : await projects.find(key.project)
  const workspace = await workspaces.find(key.workspace ?? found?.workspaceId ?? '')
  if (workspace === undefined) return undefined
  const granted = await grants.scopesOf({ kind: 'operator', identityId })
  const roleAt = (kind: 'workspace' | 'project', id: string) =>
    granted.find((scope) => scope.kind === kind && scope.id === id)?.role
  const role = roleAt('workspace', workspace.id)
  const isInside = async () =>
    (
      await Promise.all(
        granted.map(
          async ({ kind, id }) => kind === 'project' && (await projects.find(id))?.workspaceId === workspace.id,
        ),
      )
    ).includes(true)
  if (role === undefined && !(await isInside())) return undefined
  const project = found?.workspaceId === workspace.id ? found : undefined
  const strongest = project && stronger(role, roleAt('project', project.id))
  return {
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    secondFactorRequired: workspace.secondFactorRequired,
    remoteOrigin: undefined,
    role,
    may: role === undefined ? [] : doneHere(operationsOf[role], host),
    isRemote: host.isRemote === true,
    projects: project && strongest ? [await enterable(deps, project, strongest, role)] : [],
  }
}

async function enterable(
  { host, jobs }: Pick<OperatorScopeDeps, 'host' | 'jobs'>,
  project: Project,
  role: Role,
  roleAbove: Role | undefined,
): Promise<ProjectAccess> {
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
    runningJobs: await jobs.running(id),
  }
}

/** TABLE: the operations that a control plane does not offer if another party runs the identity service. */
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
