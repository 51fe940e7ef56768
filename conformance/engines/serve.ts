import { jsonnetFault } from '@gatehouse/identity/testing'
import { startIdentityService } from '@gatehouse/testing/identity-process'
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
    const place = await openWorkplace(profile, (folder) => `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`, {
      // Programs of hooks are optional, as for the embedded service.
      withoutMappers: (await jsonnetFault()) !== undefined,
    })
    const { configFile, publicUrl, adminUrl } = place
    // The test runner sets DEV, which would switch development mode on.
    const environment = { DEV: undefined }
    const service = await startIdentityService({ configFile, publicUrl, adminUrl, environment }).catch(
      async (error: unknown) => {
        await place.remove()
        throw error
      },
    )
    return {
      publicUrl,
      adminUrl,
      mailbox: place.mailbox,
      oauth2: place.oauth2,
      hooks: place.hooks,
      tokenKeys: place.tokenKeys,
      send: sendOverNetwork,
      logs: () => service.logs(),
      async stop() {
        await service.stop()
        await place.remove()
      },
    }
  },
}
