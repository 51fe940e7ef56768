import type { Database } from '@gatehouse/platform/database'

import type { ProjectCall } from '../access/call.ts'
import type { GrantStore } from '../access/grant-store.ts'
import { RefusalError } from '../http/answer.ts'
import type { InviteStore } from '../invites/store.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { ProjectHost } from './host.ts'
import { hostedProject } from './present.ts'
import type { ProjectStore } from './store.ts'
import type { TakeTurn } from './mutexes.ts'

/** What deleting a project takes. */
export interface PurgeDeps {
  readonly database: Database
  readonly projects: ProjectStore
  readonly grants: GrantStore
  readonly invites: InviteStore
  readonly keyring: Keyring
  readonly host: ProjectHost
  readonly takeTurn: TakeTurn
}

/** Deletes a project; its data is archived. Refuses with 409 for the one that the installation begins with. */
export type Purge = (call: ProjectCall) => Promise<{ readonly exportedTo: string }>

/** Deletes projects: marked first, so that what is interrupted is finished at the next start. */
export function createPurge(deps: PurgeDeps): Purge {
  const { database, projects, grants, invites, keyring, host, takeTurn } = deps
  return (call) =>
    takeTurn(call.project.id, async () => {
      const project = await projects.find(call.project.id)
      if (project === undefined) throw new RefusalError({ code: 404, reason: 'The project was deleted meanwhile.' })
      if (project.isDefault) {
        const reason = 'The installation’s first project cannot be deleted: operators sign in there.'
        throw new RefusalError({ code: 409, reason })
      }
      const scope = { kind: 'project', id: project.id } as const
      await database.durable(async () => {
        await projects.update({ ...project, state: 'deleted', updatedAt: call.now })
        await keyring.revokeAll(scope, call.now)
        await grants.removeScope(scope)
        await invites.removeScope(scope)
        await call.record({ kind: 'project', id: project.id, name: `${project.name} (${project.slug})` })
      })
      // Should the process end here, the rest is done at the next start.
      const removed = await host.remove(hostedProject(project))
      await database.durable(() => projects.remove(project.id))
      return removed
    })
}
