import { jsonnetFault } from '@gatehouse/identity/testing'
import { startIdentityService } from '@gatehouse/testing/processes'
import type { Engine } from './engine.ts'
import { sendOverNetwork } from './network.ts'
import { openWorkplace } from './workplace.ts'

/** `gatehouse identity serve --config FILE` as a process of its own. */
export const serve: Engine = {
  id: 'serve',
  lacksJsonnet: jsonnetFault,
  missing: async () => undefined,
  prepare: async () => {},
  async start(profile) {
    const workplace = await openWorkplace(profile, (folder) => `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`, {
      // Programs of hooks are optional, as for the embedded service.
      withoutMappers: (await jsonnetFault()) !== undefined,
    })
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
