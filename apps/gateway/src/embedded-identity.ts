import { createAdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient } from '@gatehouse/client/client'
import type { Config, IdentitySource } from '@gatehouse/config/config'
import { loadGeneratedSecrets } from '@gatehouse/config/generated-secrets'
import { processEnvironment } from '@gatehouse/config/load-config'
import { formActionOrigins } from '@gatehouse/identity/configuration/form-action-origins'
import { loadIdentityConfig, parseIdentityConfig, type LoadedConfig } from '@gatehouse/identity/configuration/load'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/sql/database'
import { defaultIdentity } from './default-identity.ts'
import type { IdentitySide } from './identity-side.ts'
import type { Log } from './log.ts'

// A function call cannot get lost on the way, and a timer per call would keep each call's objects for as long as it runs.
const noTimeout = 0

/** The identity service in this process: its calls are function calls, its data is in the data folder. */
export async function embeddedIdentity(
  config: Config,
  source: Extract<IdentitySource, { kind: 'embedded' }>,
  log: Log,
): Promise<IdentitySide> {
  const loaded = await readConfig(config, source.configFile)
  const database = openDatabase(loaded.config.dsn)
  const service = createIdentityService({ config: loaded.config, database, log, events: config.events })
  const publicApi = (request: Request) => service.fetch(request)
  const adminApi = (request: Request) => service.admin(request)
  return {
    publicApi,
    client: createIdentityClient({ baseUrl: config.publicUrl.origin, fetch: publicApi, timeoutMs: noTimeout }),
    adminClient: createAdminClient({ baseUrl: config.adminUrl.origin, fetch: adminApi, timeoutMs: noTimeout }),
    adminApi,
    formActionOrigins: formActionOrigins(loaded.config),
    checks: { database: async () => database.healthy() },
    warnings: loaded.warnings,
    start: async () => service.start(),
    stop: () => service.stop(),
  }
}

async function readConfig(config: Config, configFile: string | undefined): Promise<LoadedConfig> {
  if (configFile === undefined) {
    return parseIdentityConfig(defaultIdentity(config, loadGeneratedSecrets(config.data)), { baseDir: config.data })
  }
  // Wherever the file was written for, visitors reach the service through this gateway.
  const serve = { public: { base_url: config.publicUrl.origin }, admin: { base_url: config.adminUrl.origin } }
  return loadIdentityConfig(configFile, { dev: config.dev, env: processEnvironment(), overrides: { serve } })
}
