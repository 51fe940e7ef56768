import { createAdminClient, type AdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient, type IdentityClient } from '@gatehouse/client/client'
import type { FetchHandler } from '@gatehouse/http/handler'
import { copyProject, openDatabase, removeProject } from '@gatehouse/identity/database'
import { createIdentityService } from '@gatehouse/identity/service'
import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { fileDsn } from '../data/project-databases.ts'
import type { OpenIdentity } from '../projects/identity-runtime.ts'

/** What runs a project's identity service in this process, and calls it. */
export interface EmbeddedServices {
  readonly openIdentity: OpenIdentity
  /**
   * Moves what a PostgreSQL database has of a closed project to a file in its folder. Doing it twice is harmless; without
   * the folder it was done.
   */
  readonly exportProject: (url: string, projectId: string, folder: string) => Promise<void>
  /** The public API at `origin`, which is a function here. */
  readonly identityClient: (origin: string, publicApi: FetchHandler) => IdentityClient
  readonly adminClient: (origin: string, adminApi: FetchHandler) => AdminClient
}

// A function call cannot get lost on the way, and a timer per call would keep each call's objects for as long as it runs.
const timeoutMs = 0

/** `isShared`: other processes serve the same databases. */
export function embeddedServices(isShared: boolean): EmbeddedServices {
  return {
    openIdentity: (deps) => {
      const database = openDatabase(deps.config.dsn, { isShared, ...(deps.projectId && { project: deps.projectId }) })
      try {
        return { service: createIdentityService({ ...deps, database, isShared }), database }
      } catch (error) {
        database.close()
        throw error
      }
    },
    exportProject: async (url, projectId, folder) => {
      if (!existsSync(folder)) return
      const from = openDatabase(url, { project: projectId })
      const to = openDatabase(fileDsn(join(folder, 'identity.sqlite')))
      try {
        await copyProject(from, to)
        await removeProject(from)
      } finally {
        from.close()
        to.close()
      }
    },
    identityClient: (baseUrl, fetch) => createIdentityClient({ baseUrl, fetch, timeoutMs }),
    adminClient: (baseUrl, fetch) => createAdminClient({ baseUrl, fetch, timeoutMs }),
  }
}
