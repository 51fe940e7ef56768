import { loadIdentityConfig, type ConfigOptions } from '@gatehouse/identity/configuration'
import { noLimits } from '@gatehouse/identity/testing'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/database'
import type { ProfileId } from '../profiles/profile.ts'
import type { Engine } from './engine.ts'
import { openWorkplace } from './workplace.ts'

/** The embedded service in this process, its data in memory: requests are function calls, no port is opened. */
export const embedded: Engine = {
  id: 'embedded',
  missing: async () => undefined,
  prepare: async () => {},
  async start(profile) {
    const workplace = await openWorkplace(profile, () => 'memory')
    const { config } = await loadIdentityConfig(workplace.configFile, { env: {}, ...ofProfile(profile) })
    const database = openDatabase(config.dsn)
    // The other engines have none, and the suite makes as many mistakes as it likes.
    const service = createIdentityService({ config, database, limits: noLimits })
    service.start()
    return {
      ...workplace.surroundings,
      send: (request) => (request.url.startsWith(workplace.adminUrl) ? service.admin(request) : service.fetch(request)),
      logs: () => '',
      async stop() {
        await service.stop()
        await workplace.remove()
      },
    }
  },
}

/**
 * Returns the options of a profile. The provider of the suite speaks plain http, which is for development alone;
 * cookies stay as in the other engines.
 */
function ofProfile(profile: ProfileId): ConfigOptions {
  return profile === 'providers' || profile === 'provider-kinds'
    ? { dev: true, overrides: { cookies: { secure: true } } }
    : {}
}
