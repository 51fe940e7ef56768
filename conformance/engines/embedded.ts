import { loadIdentityConfig, type ConfigOptions } from '@gatehouse/identity/configuration'
import { noLimits } from '@gatehouse/identity/testing'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/database'
import type { ProfileId } from '../profiles/profile.ts'
import type { Engine } from './engine.ts'
import { openWorkplace } from './workplace.ts'

/** The storage of an embedded service. */
export interface EngineDatabase extends Pick<Engine, 'missing' | 'prepare'> {
  /** Another empty one for each start. */
  open(dsn: string): ReturnType<typeof openDatabase>
  dsn(): string
}

const inMemory: EngineDatabase = {
  missing: async () => undefined,
  prepare: async () => {},
  dsn: () => 'memory',
  open: (dsn) => openDatabase(dsn),
}

/** The embedded service in this process: requests are function calls, no port is opened. */
export const embedded: Engine = embeddedOn(inMemory)

/** Creates the embedded engine on a database of any kind. */
export function embeddedOn(databases: EngineDatabase): Engine {
  return {
    id: 'embedded',
    missing: () => databases.missing(),
    prepare: () => databases.prepare(),
    async start(profile) {
      const workplace = await openWorkplace(profile, () => databases.dsn())
      const { config } = await loadIdentityConfig(workplace.configFile, { env: {}, ...ofProfile(profile) })
      const database = databases.open(config.dsn)
      // The other engines have none, and the suite makes as many mistakes as it likes.
      const service = createIdentityService({ config, database, limits: noLimits })
      service.start()
      return {
        ...workplace.surroundings,
        send: (request) =>
          request.url.startsWith(workplace.adminUrl) ? service.admin(request) : service.fetch(request),
        logs: () => '',
        async stop() {
          await service.stop()
          await workplace.remove()
        },
      }
    },
  }
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
