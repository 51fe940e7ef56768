import type { Database } from '@gatehouse/platform/database'

import type { ProjectCall } from '../access/call.ts'
import type { GrantStore } from '../model/grant-store.ts'
import { RefusalError } from '../http/answer.ts'
import type { Staging } from '../model/staged-import.ts'
import type { InviteStore } from '../model/invite-store.ts'
import type { JobStore } from '../model/job-store.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { OrganizationStore } from '../model/organization-store.ts'
import { hostedOrganizations } from '../model/present-organization.ts'
import type { ArchivedTo, ProjectHost } from '../model/project-host.ts'
import { hostedProject } from './present.ts'
import type { ProjectStore } from '../model/project-store.ts'
import type { TakeTurn } from './mutexes.ts'

/** The dependencies of deleting a project. */
export interface PurgeDeps {
  readonly database: Database
  readonly projects: ProjectStore
  readonly organizations: Pick<OrganizationStore, 'listAll'>
  readonly grants: GrantStore
  readonly invites: InviteStore
  readonly jobStore: Pick<JobStore, 'removeAll'>
  readonly imports: Pick<Staging, 'removeAll'>
  readonly keyring: Keyring
  readonly host: ProjectHost
  readonly takeTurn: TakeTurn
}

/** Deletes a project; its data is archived. Refuses with 409 for the installation's first project. */
export type Purge = (call: ProjectCall) => Promise<ArchivedTo>

/** Deletes projects: marked first, so that an interrupted deletion is finished at the next start. */
export function createPurge(deps: PurgeDeps): Purge {
  const { database, projects, organizations, grants, invites, keyring, host, takeTurn } = deps
  return (call) =>
    takeTurn(call.project.id, async () => {
      // One transaction reads the project and marks it: a change at another process comes before or after it.
      const project = await database.durable(async () => {
        const project = await projects.find(call.project.id)
        if (project === undefined) throw new RefusalError({ code: 404, reason: 'The project has been deleted.' })
        if (project.isDefault) {
          const reason = 'The installation’s first project cannot be deleted: operators sign in there.'
          throw new RefusalError({ code: 409, reason })
        }
        const scope = { kind: 'project', id: project.id } as const
        await projects.update({ ...project, state: 'deleted', updatedAt: call.now }, project.revisionId)
        await keyring.revokeAll(scope, call.now)
        await grants.removeScope(scope)
        await invites.removeScope(scope)
        await call.record({ kind: 'project', id: project.id, name: `${project.name} (${project.slug})` })
        return project
      })
      // If the process ends here, the next start does the rest.
      await host.publish()
      const removed = await host.remove(hostedProject(project), await hostedOrganizations(organizations, project.id))
      await removeProject(deps, project.id)
      return removed
    })
}

/** The dependencies of removing a project. */
export type RemovalDeps = Pick<PurgeDeps, 'database' | 'projects' | 'jobStore' | 'imports'>

/** Removes a project whose data is archived: its jobs first, as one transaction might be too large. */
export async function removeProject(
  { database, projects, jobStore, imports }: RemovalDeps,
  projectId: string,
): Promise<void> {
  await jobStore.removeAll(projectId)
  await imports.removeAll(projectId)
  await database.durable(() => projects.remove(projectId))
}
