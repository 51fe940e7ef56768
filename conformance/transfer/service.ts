import { startIdentityService } from '@gatehouse/testing/processes'

import type { Engine } from '../engines/engine.ts'
import { sendOverNetwork } from '../engines/network.ts'
import { openWorkplace } from '../engines/workplace.ts'

/** `gatehouse identity serve --dev`: the provider that people come from speaks plain http. */
export const embedded: Pick<Engine, 'start'> = {
  async start(profile) {
    const database = (folder: string) => `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`
    const workplace = await openWorkplace(profile, database)
    const { configFile, publicUrl, adminUrl } = workplace
    const service = await startIdentityService({ configFile, publicUrl, adminUrl, dev: true })
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
