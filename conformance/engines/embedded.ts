import { loadIdentityConfig, type ConfigOptions } from '@gatehouse/identity/configuration'
import { jsonnetFault, noLimits } from '@gatehouse/identity/testing'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/database'
import type { ProfileId } from '../profiles/profile.ts'
import type { Engine } from './engine.ts'
import { openWorkplace } from './workplace.ts'

/** The embedded service in this process: requests are function calls, no port is opened. */
/** Compiling it takes cmake; the kind of machine that decides has to have it. */
const lacksJsonnet = jsonnetFault

export const embedded: Engine = {
  id: 'embedded',
  lacksJsonnet,
  missing: async () => undefined,
  prepare: async () => {},
  async start(profile) {
    // Claims mappers are Jsonnet, which is optional; without it the built-in mapping says the same.
    const withoutMappers = (await lacksJsonnet()) !== undefined
    const place = await openWorkplace(profile, () => 'memory', { withoutMappers })
    const { config } = await loadIdentityConfig(place.configFile, { env: {}, ...ofProfile(profile) })
    const database = openDatabase(config.dsn)
    // The other engines have none, and the suite makes as many mistakes as it likes.
    const service = createIdentityService({ config, database, limits: noLimits })
    service.start()
    return {
      publicUrl: place.publicUrl,
      adminUrl: place.adminUrl,
      mailbox: place.mailbox,
      oauth2: place.oauth2,
      hooks: place.hooks,
      tokenKeys: place.tokenKeys,
      send: (request) => (request.url.startsWith(place.adminUrl) ? service.admin(request) : service.fetch(request)),
      logs: () => '',
      async stop() {
        await service.stop()
        await place.remove()
      },
    }
  },
}

/** The provider of the suite speaks plain http, which is for development alone; cookies stay as elsewhere. */
function ofProfile(profile: ProfileId): ConfigOptions {
  return profile === 'providers' || profile === 'provider-kinds'
    ? { dev: true, overrides: { cookies: { secure: true } } }
    : {}
}
