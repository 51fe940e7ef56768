import { createAdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient } from '@gatehouse/client/client'
import { openDatabase } from '@gatehouse/identity/database'
import { createIdentityService } from '@gatehouse/identity/service'
import type { Database } from '@gatehouse/platform/database'
import { archivedProjects } from '../cluster/archived-projects.ts'
import { openGatewayTables } from '../cluster/open-tables.ts'
import { isInMemory } from '../data/accounts-dsn.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { logRefusals } from '../identity/log-refusals.ts'
import { productVersion } from '../process/product-version.ts'
import type { EmbeddedServices } from '../projects/embedded-services.ts'

// A function call cannot be lost, and a timer per call would keep each call's objects until it expires.
const timeoutMs = 0

/** `isShared`: other processes serve the same databases. */
export function embeddedServices(isShared: boolean, metrics: Pick<Metrics, 'event' | 'delivery'>): EmbeddedServices {
  const inMemory = new Map<string, Database>()

  function openKept(dsn: string, project: string | undefined): Database {
    const options = { isShared, ...(project && { project }) }
    if (!isInMemory(dsn)) return openDatabase(dsn, options)
    // Another configuration of the same accounts closes the previous one: a database in memory is kept for the process.
    const name = project ?? ''
    const kept = inMemory.get(name) ?? openDatabase(dsn, options)
    inMemory.set(name, kept)
    return { ...kept, close: () => {} }
  }

  return {
    openIdentity: (deps) => {
      const database = openKept(deps.config.dsn, deps.projectId)
      const heard = deps.log ? logRefusals(deps.log, deps.projectId) : () => {}
      try {
        return {
          service: createIdentityService({
            ...deps,
            database,
            isShared,
            version: productVersion,
            onEvent: (event) => {
              metrics.event(event)
              heard(event)
            },
            onDelivery: (kind, result) => metrics.delivery({ kind, result }),
          }),
          database,
        }
      } catch (error) {
        database.close()
        throw error
      }
    },
    archiveInDatabase: async (url, project, organizations) => {
      const database = openGatewayTables(url, { isSerial: true, connections: 1 })
      try {
        await archivedProjects(database).add(project, organizations)
      } finally {
        database.close()
      }
    },
    identityClient: (baseUrl, fetch) => createIdentityClient({ baseUrl, fetch, timeoutMs }),
    adminClient: (baseUrl, fetch) => createAdminClient({ baseUrl, fetch, timeoutMs }),
  }
}
