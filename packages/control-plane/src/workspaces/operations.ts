import type { Database } from '@gatehouse/platform/database'
import type { workspaceContract } from '@gatehouse/contract/control-plane'
import { randomUUID } from 'node:crypto'

import type { Call, CallOf, HandlersOf, WorkspaceCall } from '../access/call.ts'
import type { GrantStore } from '../model/grant-store.ts'
import { jsonAnswer, RefusalError } from '../http/answer.ts'
import { cut, pageAnswer, pageIfAsked, pageOf } from '../http/paging.ts'
import type { KeyStore } from '../keys/store.ts'
import { presentMetadata } from '../projects/present.ts'
import type { ProjectHost } from '../model/project-host.ts'
import type { ProjectStore } from '../model/project-store.ts'
import { newSlug } from '../model/slug.ts'
import { presentWorkspace } from '../model/present-workspace.ts'
import type { Workspace, WorkspaceStore } from '../model/workspace-store.ts'

/**
 * The dependencies of workspaces. `keys` and `grants` find the people behind a key: they own the workspaces that it
 * creates.
 */
export interface WorkspaceDeps {
  readonly database: Database
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly grants: GrantStore
  readonly keys: KeyStore
  readonly host: Pick<ProjectHost, 'addressOf'>
}

/** The operations on workspaces: those of Ory, which has none to delete one. */
export function workspaceOperations(deps: WorkspaceDeps): HandlersOf<typeof workspaceContract> {
  return {
    listWorkspaces: (call) => list(deps, call),
    createWorkspace: (call) => create(deps, call),
    getWorkspace: (call) => jsonAnswer(200, presentWorkspace(call.workspace)),
    updateWorkspace: (call) => update(deps, call),
    listWorkspaceProjects: (call) => listProjects(deps, call),
  }
}

async function list(
  { workspaces, grants }: WorkspaceDeps,
  { principal, url, query }: CallOf<'listWorkspaces'>,
): Promise<Response> {
  const page = pageOf(query)
  const ids = (await grants.scopesOf(principal)).filter(({ kind }) => kind === 'workspace').map(({ id }) => id)
  const found = await workspaces.list(ids, query.q, page)
  const part = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(url, part, {
    workspaces: part.shown.map(presentWorkspace),
    has_next_page: part.hasMore,
    next_page_token: part.token,
  })
}

async function create(deps: WorkspaceDeps, call: CallOf<'createWorkspace'>): Promise<Response> {
  const { name } = await call.body()
  const { now, principal } = call
  const workspace: Workspace = {
    id: randomUUID(),
    slug: newSlug(name, 'workspace'),
    name,
    accessPolicy: 'CHECK_ACCESS_PERMISSION',
    secondFactorRequired: false,
    createdAt: now,
    updatedAt: now,
  }
  const scope = { kind: 'workspace', id: workspace.id } as const
  await deps.database.durable(async () => {
    await deps.workspaces.insert(workspace)
    await deps.grants.put(principal, scope, 'owner', now)
    // Otherwise a workspace that a program creates would have no owner once the key is revoked.
    for (const identityId of await ownersBehind(deps, call)) {
      await deps.grants.put({ kind: 'operator', identityId }, scope, 'owner', now)
    }
    await call.record({ kind: 'workspace', id: workspace.id, name, workspaceId: workspace.id })
  })
  return jsonAnswer(201, presentWorkspace(workspace))
}

async function ownersBehind({ keys, grants }: WorkspaceDeps, { principal }: Call): Promise<readonly string[]> {
  if (principal.kind !== 'key') return []
  const scope = (await keys.find(principal.keyId))?.scope
  if (scope === undefined) return []
  return (await grants.members(scope)).flatMap(({ role, identityId }) => (role === 'owner' ? [identityId] : []))
}

async function update({ database, workspaces }: WorkspaceDeps, call: CallOf<'updateWorkspace'>): Promise<Response> {
  const body = await call.body()
  if (body.second_factor_required === true) requireOwnSecondFactor(call)
  const workspace = await database.durable(async () => {
    // What the body does not name stays as another call may have changed it meanwhile.
    const present = (await workspaces.find(call.workspace.id)) ?? call.workspace
    const changed: Workspace = {
      ...present,
      name: body.name,
      accessPolicy: body.access_policy ?? present.accessPolicy,
      secondFactorRequired: body.second_factor_required ?? present.secondFactorRequired,
      updatedAt: call.now,
    }
    await workspaces.update(changed)
    await call.record({ kind: 'workspace', id: changed.id, name: changed.name })
    return changed
  })
  return jsonAnswer(200, presentWorkspace(workspace))
}

// An operator without a second factor who requires one from all members would lock themselves out.
function requireOwnSecondFactor({ principal, workspace }: WorkspaceCall): void {
  if (workspace.secondFactorRequired || principal.kind !== 'operator' || principal.secondFactor === true) return
  const reason = 'Sign in with a second step yourself before you require one from everyone.'
  throw new RefusalError({ code: 409, id: 'second_factor_required', reason })
}

async function listProjects(
  { projects, host }: WorkspaceDeps,
  { workspace, url, query }: CallOf<'listWorkspaceProjects'>,
): Promise<Response> {
  const page = pageIfAsked(query)
  const found = await projects.listOf(workspace.id, query.q, page)
  const part = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(url, part, {
    projects: part.shown.map((project) => presentMetadata(project, workspace, host)),
    has_next_page: part.hasMore,
    next_page: part.token,
  })
}
