import { createAdminClient, type AdminClient } from '@gatehouse/client/admin-client'
import type { Operation } from '@gatehouse/contract/control-plane'
import { redirect } from 'react-router'
import type { ProjectAccess, Role, WorkspaceAccess } from '@gatehouse/contract/operators'
import { forbidden, refusalPage, runRemotely, scopeGone } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { type Operator, requireOperator, signInAddress } from '../session/operator.server.ts'
import { type Caller, type CallScope, createCaller } from './caller.server.ts'
import { remoteScopes } from './remote-scopes.server.ts'

/** A workspace or a project that the operator of a request has entered: the only way to the control plane. */
export interface ScopeContext extends Caller {
  readonly operator: Operator
  readonly workspace: WorkspaceAccess
  /** Path of the scope's own page: `/w/{workspace}`, with `/p/{project}` for a project. */
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
export interface ProjectContext extends ScopeContext {
  readonly project: ProjectAccess
  /** The project's admin API: every call passes the control plane's permissions, every change its audit log. */
  readonly admin: AdminClient
}

type Params = Readonly<Record<string, string | undefined>>

/** Enters the workspace that an address names. Throws a redirect or a page if that is not possible. */
export async function enterWorkspace(page: ConsoleRequest, params: Params): Promise<ScopeContext> {
  const { operator, workspace } = await enter(page, params)
  if (workspace.role === undefined) throw forbidden(page)
  return scopeContext(page, {
    operator,
    workspace,
    role: workspace.role,
    scope: { workspace: workspace.id },
    address: `/w/${workspace.slug}`,
    may: workspace.may,
  })
}

/** Enters the project that an address names. Throws a redirect or a page if that is not possible. */
export async function enterProject(page: ConsoleRequest, params: Params): Promise<ProjectContext> {
  const { operator, workspace } = await enter(page, params)
  const project = projectIn(page, workspace, params['project'])
  const address = `/w/${workspace.slug}/p/${project.slug}`
  const scope = scopeContext(page, {
    operator,
    workspace,
    role: project.role,
    may: project.may,
    scope: { project: project.id },
    address,
  })
  const baseUrl = `${page.publicOrigin}/projects/${project.id}`
  return { ...scope, project, admin: createAdminClient({ baseUrl, fetch: scope.send, timeoutMs: 0 }) }
}

/** Finds a project in its workspace by its slug or id. Throws 404 if there is none. */
export function projectIn(page: ConsoleRequest, workspace: WorkspaceAccess, key: string | undefined): ProjectAccess {
  const project = workspace.projects.find(({ slug, id }) => slug === key || id === key)
  if (project === undefined) throw scopeGone(page, workspace.role && `/w/${workspace.slug}`)
  return project
}

/**
 * The same for pages about settings that belong to the identity service's operator. Throws the page that explains this
 * if another party runs that service.
 */
export async function enterOwnProject(
  page: ConsoleRequest,
  params: Params,
  what: 'configuration' | 'organizations',
): Promise<ProjectContext> {
  const scope = await enterProject(page, params)
  if (scope.project.isRemote) throw runRemotely(page, what)
  return scope
}

/** Enters the project that an address names, or else its workspace: for pages that both have. */
export function enterScope(page: ConsoleRequest, params: Params): Promise<ScopeContext> {
  return params['project'] === undefined ? enterWorkspace(page, params) : enterProject(page, params)
}

/** Finds the operator and the workspace of a request. Does not check a role at the workspace itself. */
export async function enter(
  page: ConsoleRequest,
  params: Params,
): Promise<{ readonly operator: Operator; readonly workspace: WorkspaceAccess }> {
  const operator = await requireOperator(page)
  const key = params['workspace']
  const here = await page.controlPlane.scopeOf(operator.identityId, { workspace: key, project: params['project'] })
  const workspace = here ?? (await findRemote(page, operator, key))
  if (workspace.secondFactorRequired && !operator.secondFactor) {
    throw redirect(signInAddress({ returnTo: page.here, secondFactor: true }))
  }
  return { operator, workspace }
}

async function findRemote(page: ConsoleRequest, operator: Operator, key: string | undefined) {
  const { workspaces, missing } = await remoteScopes(page, operator.identityId)
  const workspace = workspaces.find(({ slug, id }) => slug === key || id === key)
  if (workspace !== undefined) return workspace
  if (missing !== undefined) throw refusalPage(page, missing.code, missing.reason, missing.id)
  throw scopeGone(page)
}

function scopeContext(
  page: ConsoleRequest,
  entered: {
    readonly operator: Operator
    readonly workspace: WorkspaceAccess
    readonly role: Role
    readonly scope: CallScope
    readonly address: string
    readonly may: readonly string[]
  },
): ScopeContext {
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
