import type { Log } from '@gatehouse/platform/log'

import type { ProjectHost } from '../model/project-host.ts'
import type { ProjectStore } from '../model/project-store.ts'
import { runTurn, type TakeTurn } from './mutexes.ts'
import { hostedProject } from './present.ts'

/** The dependencies of `createFollowing`. */
export interface FollowingDeps {
  readonly projects: Pick<ProjectStore, 'changedAfter' | 'find' | 'lastChange'>
  readonly host: Pick<ProjectHost, 'apply' | 'open' | 'close'>
  readonly takeTurn: TakeTurn
  readonly log: Log
}

/** Keeps the projects of this process as they are stored, whichever process changes them. */
export interface Following {
  /** Marks all that is stored now as known, because this process opens the projects itself. */
  begin(): Promise<void>
  /** Applies the changes since the last call. Returns the number of the last change that this process has. */
  catchUp(): Promise<number>
}

/** Creates a process's following of the stored projects. Call `begin` first. */
export function createFollowing({ projects, host, takeTurn, log }: FollowingDeps): Following {
  let known = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Runs a project as it is stored at this moment. `isTouched`: its document was read again, so its row may be unchanged. */
  async function follow(id: string, isTouched: boolean): Promise<void> {
    const project = await projects.find(id)
    if (project?.state !== 'running') return host.close(id)
    try {
      const applied = await host[isTouched ? 'apply' : 'open'](hostedProject(project))
      if (applied.kind === 'applied') return
      const { faults } = applied
      if (!project.settings.isFixed) throw new Error(`The project ${project.slug}: ${faults.join('; ')}`)
      // Each machine has a document of its own, and what others do depends on none of them.
      const text = 'the document of a project is faulty in this process; the one before goes on'
      log.error({ project: project.slug, faults }, text)
    } catch (error) {
      // Operators sign in there, and a process without it serves nothing.
      if (project.isDefault) throw error
      // No process may serve a configuration that was replaced.
      log.error({ err: error, project: project.slug }, 'a project cannot run with its changed configuration')
      await host.close(id)
    }
  }

  async function catchUp(): Promise<number> {
    const changes = await projects.changedAfter(known)
    // A database that was restored has smaller numbers.
    if (changes[0] !== undefined) known = Math.min(known, changes[0].number - 1)
    // `known` changes after the last one: a touch may be older than a change of another project.
    for (const { id, touchedAt } of changes) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the changes
      await takeTurn(runTurn(id), () => follow(id, touchedAt > known))
    }
    known = changes.at(-1)?.number ?? known
    return known
  }

  return {
    begin: async () => void (known = await projects.lastChange()),
    catchUp: () => {
      const mine = last.then(catchUp, catchUp)
      last = mine
      return mine
    },
  }
}
