import { startIdentityService } from '@gatehouse/testing/identity-process'

import type { Engine } from '../engines/engine.ts'
import { sendOverNetwork } from '../engines/network.ts'
import { openWorkplace } from '../engines/workplace.ts'

/** `gatehouse identity serve --dev`: the provider that people come from speaks plain http. */
export const embedded: Pick<Engine, 'start'> = {
  async start(profile) {
    const database = (folder: string) => `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`
    const place = await openWorkplace(profile, database, { withoutMappers: true })
    const { configFile, publicUrl, adminUrl, mailbox } = place
    const service = await startIdentityService({ configFile, publicUrl, adminUrl, dev: true })
    return {
      publicUrl,
      adminUrl,
      mailbox,
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
