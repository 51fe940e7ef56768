import { startIdentityService } from '@gatehouse/testing/processes'
import type { Engine } from './engine.ts'
import { sendOverNetwork } from './network.ts'
import { openWorkplace } from './workplace.ts'

/** `gatehouse identity serve --config FILE` as a separate process. */
export const serve: Engine = {
  id: 'serve',
  missing: async () => undefined,
  prepare: async () => {},
  async start(profile) {
    const database = (folder: string) => `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`
    const workplace = await openWorkplace(profile, database)
    const { configFile, publicUrl, adminUrl } = workplace
    // The test runner sets DEV, which would switch development mode on.
    const environment = { DEV: undefined }
    const service = await startIdentityService({ configFile, publicUrl, adminUrl, environment }).catch(
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
  },
}
