import { type AdminClient, createAdminClient } from '@gatehouse/client/admin-client'
import type { Operation } from '@gatehouse/contract/control-plane/operations'
import { redirect } from 'react-router'
import type { ProjectPlace, Role, WorkspacePlace } from '@gatehouse/contract/operator-places'
import { forbidden, notFound, refusedByControlPlane, runElsewhere } from '../failure/fail.server.ts'
import { type ConsoleRequest } from '../request/console-request.ts'
import { type Operator, requireOperator, signInAddress } from '../session/operator.server.ts'
import { type Caller, type CallScope, createCaller } from './caller.server.ts'
import { placesElsewhere } from './places.server.ts'

/** A workspace or a project that the operator of a request has entered: the only way to the control plane. */
export interface Place extends Caller {
  readonly operator: Operator
  readonly workspace: WorkspacePlace
  /** Path of the place's own page: `/w/{workspace}`, with `/p/{project}` for a project. */
  readonly address: string
  /** The role here: at the project, if there is one. */
  readonly role: Role
  /** Whether the role includes an operation of the control plane's table. */
  may(operation: string): boolean
  /** The operation of two that is about this scope: for pages that workspaces and projects both have. */
  pick<AtWorkspace extends Operation, AtProject extends Operation>(
    atWorkspace: AtWorkspace,
    atProject: AtProject,
  ): AtWorkspace | AtProject
}

/** A project that has been entered. */
export interface ProjectRoom extends Place {
  readonly project: ProjectPlace
  /** The project's admin API: every call passes the control plane's permissions, every change its audit log. */
  readonly admin: AdminClient
}

type Params = Readonly<Record<string, string | undefined>>

/** Enters the workspace that an address names. Throws a redirect or a page where that is not possible. */
export async function enterWorkspace(page: ConsoleRequest, params: Params): Promise<Place> {
  const { operator, workspace } = await enter(page, params)
  if (workspace.role === undefined) throw forbidden(page)
  return placeOf(page, {
    operator,
    workspace,
    role: workspace.role,
    scope: { workspace: workspace.id },
    address: `/w/${workspace.slug}`,
    may: workspace.may,
  })
}

/** Enters the project that an address names. Throws a redirect or a page where that is not possible. */
export async function enterProject(page: ConsoleRequest, params: Params): Promise<ProjectRoom> {
  const { operator, workspace } = await enter(page, params)
  const project = workspace.projects.find(({ slug, id }) => slug === params['project'] || id === params['project'])
  if (project === undefined) throw notFound(page)
  const address = `/w/${workspace.slug}/p/${project.slug}`
  const place = placeOf(page, {
    operator,
    workspace,
    role: project.role,
    may: project.may,
    scope: { project: project.id },
    address,
  })
  const baseUrl = `${page.publicOrigin}/projects/${project.id}`
  return { ...place, project, admin: createAdminClient({ baseUrl, fetch: place.send, timeoutMs: 0 }) }
}

/**
 * The same for pages about what belongs to whoever runs the identity service. Throws the page that says so where that is
 * somebody else.
 */
export async function enterOwnProject(
  page: ConsoleRequest,
  params: Params,
  what: 'configuration' | 'organizations',
): Promise<ProjectRoom> {
  const room = await enterProject(page, params)
  if (room.project.isRemote) throw runElsewhere(page, what)
  return room
}

/** Enters the project that an address names, or else its workspace: for pages that both have. */
export function enterPlace(page: ConsoleRequest, params: Params): Promise<Place> {
  return params['project'] === undefined ? enterWorkspace(page, params) : enterProject(page, params)
}

/** Finds out who asks, and where: whether they have a role at the workspace itself is not said yet. */
export async function enter(
  page: ConsoleRequest,
  params: Params,
): Promise<{ readonly operator: Operator; readonly workspace: WorkspacePlace }> {
  const operator = await requireOperator(page)
  const key = params['workspace']
  const here = page.controlPlane.placeOf(operator.identityId, { workspace: key, project: params['project'] })
  const workspace = here ?? (await findElsewhere(page, operator, key))
  if (workspace.secondFactorRequired && !operator.secondFactor) {
    throw redirect(signInAddress({ returnTo: page.here, secondFactor: true }))
  }
  return { operator, workspace }
}

async function findElsewhere(page: ConsoleRequest, operator: Operator, key: string | undefined) {
  const { workspaces, missing } = await placesElsewhere(page, operator.identityId)
  const workspace = workspaces.find(({ slug, id }) => slug === key || id === key)
  if (workspace !== undefined) return workspace
  if (missing !== undefined) throw refusedByControlPlane(page, missing.code, missing.reason, missing.id)
  throw notFound(page)
}

function placeOf(
  page: ConsoleRequest,
  entered: {
    readonly operator: Operator
    readonly workspace: WorkspacePlace
    readonly role: Role
    readonly scope: CallScope
    readonly address: string
    readonly may: readonly string[]
  },
): Place {
  const allowed = new Set(entered.may)
  const { operator, workspace, role, address, scope } = entered
  return {
    operator,
    workspace,
    role,
    address,
    may: (operation) => allowed.has(operation),
    pick: (atWorkspace, atProject) => (scope.project === undefined ? atWorkspace : atProject),
    ...createCaller(page, operator, scope),
  }
}
