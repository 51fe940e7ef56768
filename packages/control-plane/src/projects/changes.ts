import type { BasicOrganizationBody } from '@gatehouse/contract/control-plane'

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

import type { Database } from '@gatehouse/platform/database'

import type { ProjectCall } from '../access/call.ts'
import { changedParts, documentIn } from './branding-document.ts'
import { RefusalError } from '../http/answer.ts'
import { replaceOrganizations } from './replace-organizations.ts'
import { hostedOrganizations } from '../model/present-organization.ts'
import type { OrganizationStore } from '../model/organization-store.ts'
import type { ConfigTree, ProjectHost } from '../model/project-host.ts'
import { hostedProject } from './present.ts'
import type { RevisionStore } from '../model/revision-store.ts'
import type { Following } from './following.ts'
import { ChangedProjectError, type Project, type ProjectStore } from '../model/project-store.ts'
import { runTurn, type TakeTurn } from './mutexes.ts'

/** The dependencies of changing a project. */
export interface ChangeDeps {
  readonly database: Database
  readonly projects: ProjectStore
  readonly revisions: RevisionStore
  readonly organizations: OrganizationStore
  readonly host: ProjectHost
  readonly takeTurn: TakeTurn
  readonly catchUp: Following['catchUp']
}

/** The new state of a project. */
export interface Draft {
  readonly name: string
  readonly environment: Project['environment']
  readonly corsPublic: Project['settings']['corsPublic']
  readonly corsAdmin: Project['settings']['corsAdmin']
  readonly identityConfig: ConfigTree
  readonly accountExperience: ConfigTree
  /** Absent: they are kept. */
  readonly organizations: readonly BasicOrganizationBody[] | undefined
  readonly warnings: readonly string[]
}

/** The context of a change: the project, the time, the actor and the audit record. */
export type Change = Pick<ProjectCall, 'project' | 'now' | 'record' | 'actor'>

/** Changes projects; nothing else does. Changes of one project are applied one after the other. */
export interface ProjectChanges {
  /**
   * Changes a project to the state that `draftOf` derives from its present one, and runs it so. Refuses with 400
   * changes that its host refuses, and with 409 if `revisionId` is given and outdated.
   */
  change(
    call: Change,
    revisionId: string | undefined,
    draftOf: (project: Project) => Promise<Draft>,
  ): Promise<{ readonly project: Project; readonly warnings: readonly string[] }>
  /** Runs `work`, which changes organizations, in a transaction, and informs the host. */
  organizations<T>(call: Change, work: () => Promise<T>): Promise<T>
}

/** Creates the changes of projects; those of one project are applied one after the other. */
export function createProjectChanges(deps: ChangeDeps): ProjectChanges {
  const { database, projects, revisions, organizations, host, takeTurn, catchUp } = deps

  async function present(id: string): Promise<Project> {
    const project = await projects.find(id)
    if (project === undefined) throw new RefusalError({ code: 404, reason: 'The project has been deleted.' })
    return project
  }

  async function save(project: Project, call: Change, before: Project): Promise<Project> {
    const next: Project = { ...project, revisionId: randomUUID(), updatedAt: call.now }
    const { id: projectId, name, settings, revisionId: id } = next
    await projects.update(next, before.revisionId)
    const revision = { id, projectId, name, settings, madeBy: call.actor, createdAt: call.now }
    await revisions.insert(revision, changedParts(before.settings, settings))
    return next
  }

  const tellOrganizations = async (projectId: string) =>
    host.setOrganizations(projectId, () => hostedOrganizations(organizations, projectId))

  type Given = Parameters<ProjectChanges['change']>

  /** Rejects with a `ChangedProjectError` if another process has changed the project meanwhile. */
  async function changeOnce(call: Given[0], revisionId: Given[1], draftOf: Given[2]) {
    const seen = await catchUp()
    const before = await present(call.project.id)
    requireRevision(before, revisionId)
    const { organizations: wanted, warnings, ...draft } = await draftOf(before)
    if (wanted !== undefined && wanted.length > 0) requireOrganizations(host)
    const asked = withDraft(before, draft)
    await requireUsableBranding(host, before, asked)
    const applied = await takeTurn(runTurn(before.id), () => runWith(host, before, asked))
    try {
      const { project, changed } = await database.durable(async () => {
        // The host compares the cookie with those of other projects, as this process knows them.
        if (!hasSameCookie(before, asked) && (await projects.lastChange()) !== seen)
          throw new ChangedProjectError('another project was changed meanwhile')
        const changedOrganizations =
          wanted !== undefined && (await replaceOrganizations(organizations, asked, wanted, call.now))
        const settings = { ...asked.settings, identityConfig: applied.config, isFixed: applied.isFixed }
        const saved = await save({ ...asked, settings, state: 'running' }, call, before)
        await call.record({ kind: 'project', id: saved.id, name: saved.name })
        return { project: saved, changed: changedOrganizations }
      })
      // A project that was halted has not received any.
      if (changed || before.state !== 'running') await tellOrganizations(project.id)
      await host.publish()
      return { project, warnings: [...warnings, ...applied.warnings] }
    } catch (error) {
      // A change that was not stored must not run either: the stored state does.
      await takeTurn(runTurn(before.id), async () => {
        const stored = await projects.find(before.id).catch(() => before)
        if (stored !== undefined) await host.apply(hostedProject(stored))
      })
      throw error
    }
  }

  return {
    change: (call, revisionId, draftOf) =>
      takeTurn(call.project.id, () => retryChanged(() => changeOnce(call, revisionId, draftOf))),
    organizations: (call, work) =>
      takeTurn(call.project.id, async () => {
        requireOrganizations(host)
        const result = await database.durable(async () => {
          const done = await work()
          const same = await present(call.project.id)
          await save(same, call, same)
          return done
        })
        await tellOrganizations(call.project.id)
        return result
      }),
  }
}

/** The number of times that a change is tried: each other one belongs to a change of another process. */
const mostTries = 10

/** Repeats a change of a project on what another process has made of it meanwhile. */
async function retryChanged<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next try comes after this one has failed
      return await change()
    } catch (error) {
      if (!(error instanceof ChangedProjectError)) throw error
    }
  }
  const reason = 'Other changes of the project came first each time; repeat the change.'
  throw new RefusalError({ code: 409, id: 'stale_revision', reason })
}

function requireOrganizations({ noOrganizations }: ProjectHost): void {
  if (noOrganizations === undefined) return
  throw new RefusalError({ code: 400, id: 'feature_not_available', reason: noOrganizations })
}

function requireRevision(project: Project, wanted: string | undefined): void {
  if (wanted === undefined || wanted === project.revisionId) return
  throw new RefusalError({
    code: 409,
    id: 'stale_revision',
    reason: 'The project was changed since this revision; read it again and repeat the change on what it is now.',
    details: { current_revision_id: project.revisionId },
  })
}

function hasSameCookie(one: Project, other: Project): boolean {
  const cookieOf = ({ settings }: Project) =>
    z.looseObject({ session: z.looseObject({ cookie: z.unknown() }) }).safeParse(settings.identityConfig).data?.session
      .cookie
  return isDeepStrictEqual(cookieOf(one), cookieOf(other))
}

function withDraft(project: Project, draft: Omit<Draft, 'organizations' | 'warnings'>): Project {
  const { name, environment, ...settings } = draft
  return { ...project, name, environment, settings: { ...project.settings, ...settings } }
}

/** Refuses branding from which pages and mails could not be drawn. */
async function requireUsableBranding(host: ProjectHost, before: Project, asked: Project): Promise<void> {
  for (const part of changedParts(before.settings, asked.settings)) {
    const document = documentIn(asked.settings, part)
    const { faults = [] } = (await host.branding?.inspect(asked.id, part, document)) ?? {}
    if (faults.length === 0) continue
    const list = faults.map(({ path, reason }) => `${part}.${path} ${reason}`)
    throw new RefusalError({
      code: 400,
      reason: `The field "services.account_experience" cannot be used: ${list.join('; ')}.`,
      details: { faults: list },
    })
  }
}

async function runWith(host: ProjectHost, before: Project, project: Project) {
  const { identityConfig } = project.settings
  const hosted = hostedProject(project)
  // A configuration that was copied from a file and is unchanged needs no permission for that file.
  const isSame = isDeepStrictEqual(before.settings.identityConfig, identityConfig)
  const applied = await host.apply(isSame ? hosted : { ...hosted, identityConfig })
  if (applied.kind === 'applied') return applied
  throw new RefusalError({
    code: 400,
    reason: `The configuration cannot be used: ${applied.faults.join('; ')}.`,
    details: { faults: applied.faults },
  })
}
