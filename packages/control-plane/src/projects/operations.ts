import type { projectContract } from '@gatehouse/contract/control-plane'
import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { idOf } from '../model/principal.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { cut, pageOf } from '../http/paging.ts'
import type { OrganizationStore } from '../model/organization-store.ts'
import type { Draft, ProjectChanges } from './changes.ts'
import { draftOfPatch, draftOfSet } from './documents.ts'
import type { ProjectHost } from '../model/project-host.ts'
import { presentProject } from './present.ts'
import { withoutPrivateKeys } from './private-keys.ts'
import type { Purge } from './purge.ts'
import { presentActor, type Revision, type RevisionStore } from '../model/revision-store.ts'
import type { Project } from '../model/project-store.ts'

/** `changes` runs a configuration before it is stored; `purge` archives data before a project is removed. */
export interface ProjectDeps {
  readonly organizations: OrganizationStore
  readonly revisions: RevisionStore
  readonly changes: ProjectChanges
  readonly purge: Purge
  readonly host: Pick<ProjectHost, 'effectiveConfigOf'>
}

/** The operations on existing projects: those of Ory, and ours about revisions and a confirmed purge. */
export function projectOperations(deps: ProjectDeps): HandlersOf<typeof projectContract> {
  return {
    getProject: async (call) => jsonAnswer(200, await present(deps, call.project, call)),
    getProjectEffectiveConfig: async (call) => effective(deps, call),
    setProject: (call) => set(deps, call),
    patchProject: (call) => patch(deps, call, undefined),
    patchProjectWithRevision: (call) => patch(deps, call, call.params.revision_id),
    listProjectRevisions: (call) => listRevisions(deps, call),
    getProjectRevision: (call) => getRevision(deps, call),
    purgeProject: (call) => purge(deps, call),
    purgeProjectConfirmed: (call) => purgeConfirmed(deps, call),
  }
}

async function present({ organizations }: ProjectDeps, project: Project, { role }: ProjectCall) {
  return presentProject(project, await organizations.listAll(project.id), role)
}

/** Answers with the host's effective values: only the host knows its defaults and the additions of its settings. */
function effective({ host }: ProjectDeps, { project }: ProjectCall): Response {
  const effective = host.effectiveConfigOf?.(project.id)
  if (effective !== undefined) return jsonAnswer(200, { revision_id: project.revisionId, ...effective })
  throw new RefusalError({ code: 503, reason: 'The service that runs this project does not say what holds in it.' })
}

async function set(deps: ProjectDeps, call: CallOf<'setProject'>): Promise<Response> {
  const body = await call.body()
  return change(deps, call, undefined, async (project) => draftOfSet(project, body))
}

async function patch(
  deps: ProjectDeps,
  call: CallOf<'patchProject' | 'patchProjectWithRevision'>,
  revisionId: string | undefined,
): Promise<Response> {
  const body = await call.body()
  return change(deps, call, revisionId, async (project) =>
    draftOfPatch(project, await present(deps, project, call), body),
  )
}

async function change(
  deps: ProjectDeps,
  call: ProjectCall,
  revisionId: string | undefined,
  draftOf: (project: Project) => Promise<Draft>,
): Promise<Response> {
  const { project, warnings } = await deps.changes.change(call, revisionId, draftOf)
  return jsonAnswer(200, {
    project: await present(deps, project, call),
    warnings: warnings.map((message, index) => ({ code: index + 1, message })),
  })
}

async function listRevisions(
  { revisions }: ProjectDeps,
  { project, query }: CallOf<'listProjectRevisions'>,
): Promise<Response> {
  const page = pageOf(query)
  const found = await revisions.list(project.id, page.size + 1, page.after)
  const { shown, hasMore, token } = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return jsonAnswer(200, {
    revisions: shown.map((revision) => presentRevision(revision, project)),
    has_next_page: hasMore,
    next_page_token: token,
  })
}

async function getRevision(
  { revisions }: ProjectDeps,
  { project, params }: CallOf<'getProjectRevision'>,
): Promise<Response> {
  const revision = await revisions.find(project.id, params.revision_id)
  if (revision === undefined) throw new RefusalError({ code: 404, reason: 'The project has no revision of this id.' })
  const { corsPublic, corsAdmin, identityConfig, accountExperience } = revision.settings
  return jsonAnswer(200, {
    ...presentRevision(revision, project),
    cors_public: corsPublic,
    cors_admin: corsAdmin,
    services: {
      identity: { config: withoutPrivateKeys(identityConfig ?? {}) },
      account_experience: { config: accountExperience },
    },
  })
}

function presentRevision({ id, name, madeBy, createdAt }: Revision, project: Project) {
  const at = { is_current: id === project.revisionId, created_at: timestamp(createdAt) }
  return { id, name, made_by: madeBy.id, actor: presentActor(madeBy), ...at }
}

async function purge(deps: ProjectDeps, call: ProjectCall): Promise<Response> {
  await deps.purge(call)
  return emptyAnswer()
}

async function purgeConfirmed(deps: ProjectDeps, call: CallOf<'purgeProjectConfirmed'>): Promise<Response> {
  const { slug } = await call.body()
  if (slug !== call.project.slug) {
    const reason = `To delete this project, send its slug: {"slug":"${call.project.slug}"}.`
    throw new RefusalError({ code: 400, id: 'confirmation_required', reason })
  }
  const archived = await deps.purge(call)
  const where = 'archive' in archived ? { archive_id: archived.archive } : { exported_to: archived.exportedTo }
  return jsonAnswer(200, { id: call.project.id, deleted_by: idOf(call.principal), ...where })
}
