import { fileURLToPath } from 'node:url'
import type { Config } from '@gatehouse/config/config'
import type { CspAdditions } from '@gatehouse/http/content-security-policy'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import { loadStaticAssets } from '@gatehouse/http/static-assets'
import { openBuiltPages, type OpenPages } from './account-pages.ts'
import { createAdminDoor } from './admin-door.ts'
import { createDesk } from './desk/desk.ts'
import { createEdge, type Edge } from './edge.ts'
import { createHealth } from './health.ts'
import type { IdentitySide } from './identity-side.ts'
import type { Log } from './log.ts'
import { remoteIdentity } from './remote-identity.ts'
import { routeTable } from './routes.ts'

/** Everything one gateway consists of, wired but not yet listening. */
export interface Gateway {
  /** Answers requests to the public origin. */
  readonly edge: Edge
  /** Answers requests to the admin listener; absent when the identity service brings its own. */
  readonly admin: FetchHandler | undefined
  readonly identity: IdentitySide
  start(): Promise<void>
  stop(): Promise<void>
}

/** What differs between running for people and developing the pages. */
export interface ComposeOptions {
  readonly log: Log
  readonly openPages?: OpenPages
  readonly cspAdditions?: CspAdditions
}

const localesFolder = fileURLToPath(new URL('../../../locales', import.meta.url))

/** Puts a gateway together. The one place that knows all parts. */
export async function compose(config: Config, options: ComposeOptions): Promise<Gateway> {
  const { log, openPages = openBuiltPages, cspAdditions = {} } = options
  const { publicUrl, trustedHops } = config
  const identity = await openIdentity(config, log)
  const pages = await openPages({
    client: identity.client,
    publicOrigin: publicUrl.origin,
    brand: { name: config.brandName },
    dev: config.dev,
    secureCookies: publicUrl.protocol === 'https:',
    onError: (error, requestId) => log.error({ err: error, requestId }, 'page failed'),
  })
  const routes = routeTable({
    health: createHealth(identity.checks),
    locales: await loadStaticAssets(localesFolder, '/locales'),
    assets: pages.assets,
    identity: identity.publicApi,
    desk: config.dev && identity.adminClient !== undefined ? createDesk(identity.adminClient) : undefined,
    pages: pages.handle,
  })
  const permanentOrigin = publicUrl.protocol === 'https:'
  return {
    edge: createEdge({
      publicUrl,
      trustedHops,
      permanentOrigin,
      routes,
      log,
      cspAdditions: withFormTargets(cspAdditions, config, identity),
    }),
    admin:
      identity.adminApi === undefined
        ? undefined
        : createAdminDoor({ admin: identity.adminApi, adminUrl: config.adminUrl, key: config.adminKey, log }),
    identity,
    start: () => identity.start(),
    stop: () => identity.stop(),
  }
}

/** Where forms may lead: what the identity service is configured with, and what the operator adds. */
function withFormTargets(additions: CspAdditions, config: Config, identity: IdentitySide): CspAdditions {
  const targets = [...identity.formActionOrigins, ...config.formActionOrigins, ...(additions.formAction ?? [])]
  const foreign = [...new Set(targets)].filter((origin) => origin !== config.publicUrl.origin)
  return { ...additions, formAction: foreign }
}

async function openIdentity(config: Config, log: Log): Promise<IdentitySide> {
  const { identity: source } = config
  if (source.kind === 'remote') return remoteIdentity(source, log)
  // Loaded on demand: a gateway before a remote service needs no database.
  const { embeddedIdentity } = await import('./embedded-identity.ts')
  return embeddedIdentity(config, source, log)
}
