import type { Log } from '@gatehouse/platform/log'
import { randomUUID } from 'node:crypto'

import { hostedOrganizations } from './model/present-organization.ts'
import type { OrganizationStore } from './model/organization-store.ts'
import type { Applied, ProjectHost } from './model/project-host.ts'
import { runTurn, type TakeTurn } from './projects/mutexes.ts'
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
const openTimeoutMs = 5_000
/** The maximum time of creating a project, in milliseconds. */
const creationMs = 60_000
/** The number of projects that are opened at once: those that wait for a network delay few others. */
const atOnce = 16

/**
 * Opens the projects that run, in this process. The others continue if one cannot be opened, or takes longer than
 * `timeoutMs` milliseconds. Throws if the first project cannot be opened: no operator could sign in.
 */
export async function openProjects(deps: OpenProjectsDeps, now: number, timeoutMs = openTimeoutMs): Promise<void> {
  const running = (await deps.projects.listAll()).filter(({ state }) => state === 'running')
  for (const { id } of running.filter(({ isDefault }) => isDefault)) await open(deps, id, now)
  const failed = async ({ slug }: Project, error: unknown) =>
    deps.log.error({ err: error, project: slug }, 'a project could not be opened in this process')
  await openAll(
    deps,
    running.filter(({ isDefault }) => !isDefault),
    { now, timeoutMs, failed },
  )
}

/**
 * Opens every project for the process with the background work, also those that were halted, and finishes deletions that
 * the end of a process interrupted. A project that cannot be opened, or takes longer than `timeoutMs` milliseconds, is
 * halted in every process.
 */
export async function reconcileProjects(deps: OpenProjectsDeps, now: number, timeoutMs = openTimeoutMs): Promise<void> {
  const all = await deps.projects.listAll()
  const deleted = all.filter(({ state }) => state === 'deleted')
  // Other processes may still have their data open.
  if (deleted.length > 0) await deps.host.publish()
  for (const project of deleted) {
    await finishDeletion(deps, project).catch((err: unknown) =>
      deps.log.error(
        { err, project: project.slug },
        'the deletion of a project could not be finished; the next start tries again',
      ),
    )
  }
  const how = { now, timeoutMs, failed: (project: Project, error: unknown) => halt(deps, project, error) }
  await openAll(
    deps,
    all.filter(({ state }) => state === 'running'),
    how,
  )
  // One without a reason is being created by another process, unless that has ended.
  const halted = all.filter(
    ({ state, haltReason, createdAt }) =>
      state === 'halted' && (haltReason !== undefined || createdAt < now - creationMs),
  )
  await within(timeoutMs, openAll(deps, halted, how).catch(logLate(deps)))
  for (const { id, state } of all) if (state !== 'deleted') await tellOrganizations(deps, id)
  await deps.host.publish()
}

interface Opening {
  readonly now: number
  readonly timeoutMs: number
  readonly failed: (project: Project, error: unknown) => Promise<void>
}

async function openAll(deps: OpenProjectsDeps, these: readonly Project[], how: Opening): Promise<void> {
  const left = these.values()
  const next = async () => {
    for (const project of left) await openInTime(deps, project, how)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/** Returns the result of `work`, or undefined if it takes longer. The work continues in either case. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

async function openInTime(
  deps: OpenProjectsDeps,
  project: Project,
  { now, timeoutMs, failed }: Opening,
): Promise<void> {
  const opening = open(deps, project.id, now).then(
    () => ({}) as const,
    (error: unknown) => ({ error }) as const,
  )
  const outcome = await within(timeoutMs, opening)
  if (outcome === undefined) {
    const seconds = timeoutMs / 1000
    await failed(project, new Error(`The project ${project.slug} was not opened within ${seconds} seconds`))
    void opening.then((late) => ('error' in late ? undefined : openLate(deps, project, now))).catch(logLate(deps))
  } else if ('error' in outcome) await failed(project, outcome.error)
}

/** A project that was opened late runs as it is stored now: an operator may have changed or deleted it since. */
async function openLate(deps: OpenProjectsDeps, { id }: Project, now: number): Promise<void> {
  await open(deps, id, now)
  await tellOrganizations(deps, id)
  await deps.host.publish()
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

/** Opens a project as it is stored at this moment, and stores the settings that it runs with. */
function open(deps: OpenProjectsDeps, id: string, now: number): Promise<void> {
  return deps.takeTurn(runTurn(id), async () => {
    const project = await deps.projects.find(id)
    if (project === undefined) return
    const opened = await deps.host.open(hostedProject(project))
    if (opened.kind === 'refused') {
      throw new Error(`The project ${project.slug} cannot be opened: ${opened.faults.join('; ')}`)
    }
    for (const warning of opened.warnings) deps.log.warn({ project: project.slug }, warning)
    await keep(deps, project, opened, now)
  })
}

async function tellOrganizations({ organizations, host }: OpenProjectsDeps, id: string): Promise<void> {
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
    if (applied.kind === 'refused') return applied
    await keep(deps, project, applied, now)
    await deps.projects.touch(project.id)
    await deps.host.publish()
    return applied
  })
}

/**
 * Rereads that document for this process alone: each machine has its own, which may arrive later than that of the
 * process with the background work. A refusal changes nothing; absent: no document fixes the configuration.
 */
export async function reopenFixedHere({
  projects,
  host,
  takeTurn,
}: Pick<OpenProjectsDeps, 'projects' | 'host' | 'takeTurn'>): Promise<Applied | undefined> {
  const first = (await projects.listAll()).find(({ isDefault }) => isDefault)
  if (first === undefined) return undefined
  return takeTurn(runTurn(first.id), async () => {
    const project = await projects.find(first.id)
    return project?.settings.isFixed === true ? host.apply(hostedProject(project)) : undefined
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
