import type { Database } from '@gatehouse/platform/database'
import type { projectCreationContract } from '@gatehouse/contract/control-plane'
import { randomUUID } from 'node:crypto'

import type { Call, CallOf, HandlersOf } from '../access/call.ts'
import type { GrantStore } from '../model/grant-store.ts'
import { isAllowed } from '@gatehouse/contract/operators'
import { jsonAnswer, RefusalError } from '../http/answer.ts'
import { cut, pageAnswer, pageIfAsked } from '../http/paging.ts'
import { newSlug } from '../model/slug.ts'
import type { Workspace, WorkspaceStore } from '../model/workspace-store.ts'
import type { ProjectHost } from '../model/project-host.ts'
import { hostedProject, presentMetadata, presentProject } from './present.ts'
import type { RevisionStore } from '../model/revision-store.ts'
import { initialSettings } from '../model/project-settings.ts'
import type { Project, ProjectStore } from '../model/project-store.ts'

/** The dependencies of creating a project. One that its `host` cannot open is removed again. */
export interface CreationDeps {
  readonly database: Database
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly revisions: RevisionStore
  readonly grants: GrantStore
  readonly host: ProjectHost
}

/** The operations on all projects: list and create. */
export function creationOperations(deps: CreationDeps): HandlersOf<typeof projectCreationContract> {
  return {
    listProjects: (call) => list(deps, call),
    createProject: (call) => create(deps, call),
  }
}

async function list(
  { workspaces, projects, host }: CreationDeps,
  { principal, url, query }: CallOf<'listProjects'>,
): Promise<Response> {
  const page = pageIfAsked(query)
  const found = await projects.listFor(principal, query.q, page)
  const part = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  const shown = await Promise.all(
    part.shown.map(async (project) => {
      const workspace = await workspaces.find(project.workspaceId)
      return workspace ? [presentMetadata(project, workspace, host)] : []
    }),
  )
  return pageAnswer(url, part, shown.flat())
}

async function create(deps: CreationDeps, call: CallOf<'createProject'>): Promise<Response> {
  const { database, projects, revisions, host } = deps
  const body = await call.body()
  const workspace = await workspaceFor(deps, call, body.workspace_id)
  const slug = newSlug(body.name, 'project')
  const address = host.addressOf({ slug, isDefault: false })
  if (address.kind === 'none') throw new RefusalError({ code: 400, id: 'feature_not_available', reason: address.why })
  const project: Project = {
    id: randomUUID(),
    workspaceId: workspace.id,
    slug,
    name: body.name,
    environment: body.environment,
    homeRegion: body.home_region ?? 'global',
    // Other processes open it once this one has created its data.
    state: 'halted',
    isDefault: false,
    revisionId: randomUUID(),
    settings: initialSettings,
    createdAt: call.now,
    updatedAt: call.now,
  }
  // Before its host creates anything, so that no data is left without a row.
  await database.durable(() => projects.insert(project))
  const opened = await open(deps, project)
  await database.durable(async () => {
    const { id: projectId, name, settings, revisionId: id } = opened
    await projects.update(opened, project.revisionId)
    await revisions.insert({ id, projectId, name, settings, madeBy: call.actor, createdAt: call.now })
    await call.record({
      kind: 'project',
      id: projectId,
      name: `${name} (${slug})`,
      projectId,
      workspaceId: workspace.id,
    })
  })
  await host.publish()
  return jsonAnswer(201, presentProject(opened, [], 'owner'))
}

async function open({ database, projects, host }: CreationDeps, project: Project): Promise<Project> {
  try {
    const result = await host.open(hostedProject(project))
    if (result.kind === 'refused') throw new Error(`A new project was refused by its host: ${result.faults.join('; ')}`)
    return {
      ...project,
      state: 'running',
      settings: { ...project.settings, identityConfig: result.config, isFixed: result.isFixed },
    }
  } catch (error) {
    // If that fails as well, the next start finishes it.
    await database.durable(() => projects.update({ ...project, state: 'deleted' }, project.revisionId))
    await host.remove(hostedProject(project), [])
    await database.durable(() => projects.remove(project.id))
    throw error
  }
}

/** The workspace that is named, else the only one the caller may make projects in. */
async function workspaceFor(
  { workspaces, grants }: CreationDeps,
  call: Call,
  named: string | undefined,
): Promise<Workspace> {
  const roleIn = (id: string) => grants.roleAt(call.principal, { kind: 'workspace', id })
  if (named !== undefined) {
    const workspace = await workspaces.find(named)
    if (workspace === undefined || (await roleIn(workspace.id)) === undefined) {
      throw new RefusalError({ code: 404, reason: 'There is no workspace of this id.' })
    }
    if (isAllowed(await roleIn(workspace.id), 'createProject')) return workspace
    throw new RefusalError({ code: 403, reason: 'Your role in this workspace does not let you make projects.' })
  }
  const possible = (await grants.scopesOf(call.principal)).filter(
    ({ kind, role }) => kind === 'workspace' && isAllowed(role, 'createProject'),
  )
  const [only, another] = possible
  const workspace = only && !another ? await workspaces.find(only.id) : undefined
  if (workspace) return workspace
  const reason = another
    ? 'The field "workspace_id" is missing: you can make projects in more than one workspace.'
    : 'Your role lets you make projects in no workspace.'
  throw new RefusalError({ code: another ? 400 : 403, reason })
}
