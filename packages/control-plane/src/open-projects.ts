import type { Log } from '@gatehouse/platform/log'
import { randomUUID } from 'node:crypto'

import { hostedOrganization } from './organizations/present.ts'
import type { OrganizationStore } from './organizations/store.ts'
import type { Applied, ProjectHost } from './projects/host.ts'
import type { TakeTurn } from './projects/mutexes.ts'
import { hostedProject } from './projects/present.ts'
import { removeProject, type RemovalDeps } from './projects/purge.ts'
import type { RevisionStore } from './projects/revision-store.ts'
import type { Project, ProjectStore } from './projects/store.ts'

/**
 * What opening projects takes. `revisions` gets a new one where a project runs with other settings than those stored.
 */
export interface OpenProjectsDeps extends RemovalDeps {
  readonly projects: ProjectStore
  readonly revisions: RevisionStore
  readonly organizations: OrganizationStore
  readonly host: ProjectHost
  readonly log: Log
}

const start = { kind: 'system', id: 'start', name: 'start' } as const

/**
 * Puts every project on the air, and finishes deletions that the end of the process interrupted. A project that cannot
 * be opened is halted, and the others go on. Throws when the first project cannot be opened: no operator could sign in.
 */
export async function openProjects(deps: OpenProjectsDeps, now: number): Promise<void> {
  for (const project of await deps.projects.listAll()) {
    if (project.state === 'deleted') await finishDeletion(deps, project)
    else if (project.isDefault) await open(deps, project, now)
    else await open(deps, project, now).catch((error: unknown) => halt(deps, project, error))
  }
}

async function finishDeletion(deps: OpenProjectsDeps, project: Project): Promise<void> {
  await deps.host.remove(hostedProject(project))
  await removeProject(deps, project.id)
}

async function open(deps: OpenProjectsDeps, project: Project, now: number): Promise<void> {
  const { organizations, host, log } = deps
  const opened = await host.open(hostedProject(project))
  if (opened.kind === 'refused') {
    throw new Error(`The project ${project.slug} cannot be opened: ${opened.faults.join('; ')}`)
  }
  for (const warning of opened.warnings) log.warn({ project: project.slug }, warning)
  await host.setOrganizations(project.id, (await organizations.listAll(project.id)).map(hostedOrganization))
  await keep(deps, project, opened, now)
}

/**
 * Lets the first project read again what its configuration is fixed by, in its turn: a change of an operator comes before
 * or after. A refusal changes nothing; absent: no document of the host fixes it. Rejects when the document cannot be read.
 */
export async function reopenFixed(
  deps: OpenProjectsDeps & { readonly takeTurn: TakeTurn },
  now: number,
): Promise<Applied | undefined> {
  const first = (await deps.projects.listAll()).find(({ isDefault }) => isDefault)
  if (first === undefined) return undefined
  return deps.takeTurn(first.id, async () => {
    const project = await deps.projects.find(first.id)
    if (project?.settings.isFixed !== true) return undefined
    const applied = await deps.host.apply(hostedProject(project))
    if (applied.kind === 'applied') await keep(deps, project, applied, now)
    return applied
  })
}

/** Keeps what a project runs with, where it is not what is stored. */
async function keep(
  { database, projects, revisions }: OpenProjectsDeps,
  project: Project,
  opened: Applied & { readonly kind: 'applied' },
  now: number,
): Promise<void> {
  const settings = { ...project.settings, identityConfig: opened.config, isFixed: opened.isFixed }
  if (project.state === 'running' && JSON.stringify(settings) === JSON.stringify(project.settings)) return
  const next: Project = { ...project, settings, state: 'running', revisionId: randomUUID(), updatedAt: now }
  await database.durable(async () => {
    await projects.update(next)
    const { id: projectId, name, revisionId: id } = next
    await revisions.insert({ id, projectId, name, settings, madeBy: start, createdAt: now })
  })
}

async function halt({ database, projects, log }: OpenProjectsDeps, project: Project, error: unknown): Promise<void> {
  log.error({ err: error, project: project.slug }, 'a project could not be opened and is halted')
  await database.durable(() => projects.update({ ...project, state: 'halted' }))
}
