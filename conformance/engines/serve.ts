import { postgresIsMissing, startIdentityService, startPostgres } from '@gatehouse/testing/processes'
import type { ProfileId } from '../profiles/profile.ts'
import type { Engine, RunningEngine } from './engine.ts'
import { sendOverNetwork } from './network.ts'
import { openWorkplace } from './workplace.ts'

type DatabaseOf = (folder: string) => string

const onSqlite: DatabaseOf = (folder) => `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`

/** `gatehouse identity serve --config FILE` as a separate process, its data in SQLite. */
export const serve: Engine = {
  id: 'serve',
  missing: async () => undefined,
  prepare: async () => {},
  start: (profile) => startServe(profile, onSqlite),
}

/** `gatehouse identity serve --dev`: the provider that people come from speaks plain http. */
export const serveInDevelopment: Pick<Engine, 'start'> = {
  start: (profile) => startServe(profile, onSqlite, true),
}

/** Returns the same with its data on a PostgreSQL server of its own; `stop` ends the server. */
export function serveOnPostgres(): { readonly engine: Engine; readonly stop: () => Promise<void> } {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined
  const engine: Engine = {
    id: 'serve',
    title: 'gatehouse identity serve on PostgreSQL',
    missing: async () => postgresIsMissing(),
    prepare: async () => {
      server = await startPostgres({ fsync: 'off' })
    },
    async start(profile) {
      if (server === undefined) throw new Error('PostgreSQL is not started')
      const database = server.createDatabase()
      return startServe(profile, () => database)
    },
  }
  return { engine, stop: async () => server?.stop() }
}

async function startServe(profile: ProfileId, database: DatabaseOf, dev = false): Promise<RunningEngine> {
  const workplace = await openWorkplace(profile, database)
  const { configFile, publicUrl, adminUrl } = workplace
  // The test runner sets DEV, which would switch development mode on for all.
  const environment = { DEV: undefined }
  const service = await startIdentityService({ configFile, publicUrl, adminUrl, dev, environment }).catch(
    async (error: unknown) => {
      await workplace.remove()
      throw error
    },
  )
  return {
    ...workplace.surroundings,
    send: sendOverNetwork,
    logs: () => service.logs(),
    async stop() {
      await service.stop()
      await workplace.remove()
    },
  }
}
