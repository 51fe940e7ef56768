import type { Log } from '@gatehouse/platform/log'
import { randomUUID } from 'node:crypto'

import { hostedOrganizations } from './model/present-organization.ts'
import type { OrganizationStore } from './model/organization-store.ts'
import type { Applied, ProjectHost } from './model/project-host.ts'
import type { TakeTurn } from './projects/mutexes.ts'
import { hostedProject } from './projects/present.ts'
import { removeProject, type RemovalDeps } from './projects/purge.ts'
import type { RevisionStore } from './model/revision-store.ts'
import { ChangedProjectError, type Project, type ProjectStore } from './model/project-store.ts'

/**
 * The dependencies of opening projects. `revisions` gets a new one if a project runs with other settings than the
 * stored ones.
 */
export interface OpenProjectsDeps extends RemovalDeps {
  readonly projects: ProjectStore
  readonly revisions: RevisionStore
  readonly organizations: OrganizationStore
  readonly host: ProjectHost
  readonly takeTurn: TakeTurn
  readonly log: Log
}

const start = { kind: 'system', id: 'start', name: 'start' } as const

/** The maximum time that a start waits for one project. Most take some milliseconds. */
const patienceMs = 5_000
/** The number of projects that are opened at once: those that wait for a network delay few others. */
const atOnce = 16

/**
 * Opens every project, and finishes deletions that the end of the process interrupted. A project that cannot be opened,
 * or takes longer than `patience` milliseconds, is halted, and the others continue; projects that were halted before
 * are the last ones, and all of them together get as much time. Throws if the first project cannot be opened: no
 * operator could sign in.
 */
export async function openProjects(deps: OpenProjectsDeps, now: number, patience = patienceMs): Promise<void> {
  const all = await deps.projects.listAll()
  for (const project of all.filter(({ state }) => state === 'deleted')) await finishDeletion(deps, project)
  const rest = all.filter(({ state }) => state !== 'deleted')
  for (const first of rest.filter(({ isDefault }) => isDefault)) await openFirst(deps, first, now)
  const others = rest.filter(({ isDefault }) => !isDefault)
  const openAll = async (these: readonly Project[]) => {
    const left = these.values()
    const next = async () => {
      for (const project of left) await openInTime(deps, project, now, patience)
    }
    await Promise.all(Array.from({ length: atOnce }, next))
  }
  await openAll(others.filter(({ state }) => state === 'running'))
  await within(patience, openAll(others.filter(({ state }) => state === 'halted')).catch(logLate(deps)))
}

async function openFirst(deps: OpenProjectsDeps, first: Project, now: number): Promise<void> {
  await keep(deps, first, await open(deps, first), now)
}

/** Returns the result of `work`, or undefined if it takes longer. The work continues in either case. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

async function openInTime(deps: OpenProjectsDeps, project: Project, now: number, patience: number): Promise<void> {
  const opening = open(deps, project).then(
    (opened) => ({ opened }) as const,
    (error: unknown) => ({ error }) as const,
  )
  const outcome = await within(patience, opening)
  if (outcome === undefined) {
    await halt(deps, project, new Error(`The project ${project.slug} was not opened within ${patience / 1000} seconds`))
    void opening.then((late) => ('opened' in late ? openLate(deps, project, now) : undefined)).catch(logLate(deps))
  } else if ('opened' in outcome) {
    await keep(deps, project, outcome.opened, now).catch((error: unknown) => halt(deps, project, error))
  } else await halt(deps, project, outcome.error)
}

/** A project that was opened late runs as it is stored now: an operator may have changed or deleted it since. */
async function openLate(deps: OpenProjectsDeps, { id }: Project, now: number): Promise<void> {
  await deps.takeTurn(id, async () => {
    const project = await deps.projects.find(id)
    if (project === undefined) return
    const applied = await deps.host.apply(hostedProject(project))
    if (applied.kind === 'refused') return
    await tellOrganizations(deps, project)
    await keep(deps, project, applied, now)
  })
}

const logLate =
  ({ log }: OpenProjectsDeps) =>
  (error: unknown) =>
    log.error({ err: error }, 'a project that was opened late could not be resumed')

async function finishDeletion(deps: OpenProjectsDeps, project: Project): Promise<void> {
  await deps.host.remove(hostedProject(project), await hostedOrganizations(deps.organizations, project.id))
  await removeProject(deps, project.id)
}

type Opened = Applied & { readonly kind: 'applied' }

async function open(deps: OpenProjectsDeps, project: Project): Promise<Opened> {
  const opened = await deps.host.open(hostedProject(project))
  if (opened.kind === 'refused') {
    throw new Error(`The project ${project.slug} cannot be opened: ${opened.faults.join('; ')}`)
  }
  for (const warning of opened.warnings) deps.log.warn({ project: project.slug }, warning)
  await tellOrganizations(deps, project)
  return opened
}

async function tellOrganizations({ organizations, host }: OpenProjectsDeps, { id }: Project): Promise<void> {
  await host.setOrganizations(id, () => hostedOrganizations(organizations, id))
}

/**
 * Rereads the document that fixes the first project's configuration, before or after a concurrent change of an
 * operator. A refusal changes nothing; absent: no document of the host fixes it. Rejects if the document cannot be
 * read.
 */
export async function reopenFixed(deps: OpenProjectsDeps, now: number): Promise<Applied | undefined> {
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

/** Stores a project's effective settings, if they differ from the stored ones and no other process changed it. */
async function keep(
  { database, projects, revisions }: OpenProjectsDeps,
  project: Project,
  opened: Opened,
  now: number,
): Promise<void> {
  const settings = { ...project.settings, identityConfig: opened.config, isFixed: opened.isFixed }
  if (project.state === 'running' && JSON.stringify(settings) === JSON.stringify(project.settings)) return
  const next: Project = { ...project, settings, state: 'running', revisionId: randomUUID(), updatedAt: now }
  await unlessChanged(() =>
    database.durable(async () => {
      await projects.update(next, project.revisionId)
      const { id: projectId, name, revisionId: id } = next
      await revisions.insert({ id, projectId, name, settings, madeBy: start, createdAt: now })
    }),
  )
}

/** Runs `write`; does nothing if another process has changed the project meanwhile. */
async function unlessChanged(write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!(error instanceof ChangedProjectError)) throw error
  })
}

/** The maximum length of a stored reason, in characters; the log has all of it. */
const longestReason = 2_000

async function halt({ database, projects, log }: OpenProjectsDeps, project: Project, error: unknown): Promise<void> {
  log.error({ err: error, project: project.slug }, 'a project could not be opened and is halted')
  const haltReason = (error instanceof Error ? error.message : String(error)).slice(0, longestReason)
  await unlessChanged(() =>
    database.durable(() => projects.update({ ...project, state: 'halted', haltReason }, project.revisionId)),
  )
}
