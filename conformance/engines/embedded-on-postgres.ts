import { randomUUID } from 'node:crypto'
import { openDatabase } from '@gatehouse/identity/database'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import { embeddedOn } from './embedded.ts'
import type { Engine } from './engine.ts'

/**
 * Returns the embedded service with its data on a separate PostgreSQL, a project for each start; `stop` ends the
 * server.
 */
export function embeddedOnPostgres(): { readonly engine: Engine; readonly stop: () => Promise<void> } {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined
  let dsn = ''
  const engine = embeddedOn({
    missing: async () => postgresIsMissing(),
    prepare: async () => {
      server = await startPostgres({ fsync: 'off' })
      dsn = server.createDatabase()
    },
    dsn: () => dsn,
    open: (name) => openDatabase(name, { project: randomUUID() }),
  })
  return { engine: { ...engine, title: 'embedded service on PostgreSQL' }, stop: async () => server?.stop() }
}
