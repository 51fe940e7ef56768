import { fileURLToPath } from 'node:url'
import type { Config } from '@gatehouse/config/config'
import type { CspAdditions } from '@gatehouse/http/content-security-policy'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import { loadStaticAssets } from '@gatehouse/http/static-assets'
import { missingFolder } from '@gatehouse/i18n/missing/missing-folder'
import { openBuiltPages, type OpenPages } from './account-pages.ts'
import { createAdminDoor } from './admin-door.ts'
import { createConsoleEdge } from './console/console-edge.ts'
import { openBuiltConsole, type OpenConsole } from './console/console-pages.ts'
import { createDesk } from './desk/desk.ts'
import type { Edge } from './edge.ts'
import { createHealth, type HealthCheck } from './health.ts'
import type { IdentitySide } from './identity-side.ts'
import type { Installation } from './installation.ts'
import type { Log } from './log.ts'
import { createMissingTexts } from './missing-texts/missing-texts.ts'
import { remoteIdentity, type RemoteIdentity } from './remote-identity.ts'
import { siteOpener, type OpenSite } from './site.ts'

/** Everything one gateway consists of, wired but not yet listening. */
export interface Gateway {
  /** Answers requests to the public origin, and to every project's. */
  readonly edge: Edge
  /** Answers requests to the console's origin; absent before a remote identity service. */
  readonly console: Edge | undefined
  /** Answers requests to the admin listener; absent when the identity service brings its own. */
  readonly admin: FetchHandler | undefined
  readonly identity: IdentitySide
  /** Control plane and projects; absent before a remote identity service. */
  readonly installation: Installation | undefined
  start(): Promise<void>
  stop(): Promise<void>
}

/** What differs between running for people and developing the pages. */
export interface ComposeOptions {
  readonly log: Log
  readonly openPages?: OpenPages
  readonly openConsole?: OpenConsole
  readonly cspAdditions?: CspAdditions
}

const localesFolder = fileURLToPath(new URL('../../../locales', import.meta.url))

/** Puts a gateway together. The one place that knows all parts. */
export async function compose(config: Config, options: ComposeOptions): Promise<Gateway> {
  const { log, openPages = openBuiltPages, openConsole = openBuiltConsole, cspAdditions = {} } = options
  const checks: Record<string, HealthCheck> = {}
  const health = createHealth(checks)
  const locales = await loadStaticAssets(localesFolder, '/locales')
  const missingTexts = createMissingTexts(config.collectMissingTexts ? missingFolder(config.data) : undefined)
  const openSite = siteOpener({ config, log, openPages, cspAdditions, health, locales, missingTexts })
  const { edge, identity, installation } = await openIdentity(config, openSite, log)
  Object.assign(checks, identity.checks)
  return {
    edge,
    console:
      installation &&
      (await createConsoleEdge({
        config,
        log,
        health,
        controlPlane: installation.controlPlane,
        client: installation.projects.main().client,
        inviteOperator: (invitation) => installation.projects.main().runtime.service().inviteOperator(invitation),
        openConsole,
      })),
    admin:
      identity.adminApi === undefined
        ? undefined
        : createAdminDoor({ admin: identity.adminApi, adminUrl: config.adminUrl, key: config.adminKey, log }),
    identity,
    installation,
    start: () => identity.start(),
    stop: () => identity.stop(),
  }
}

type Opened = Pick<Gateway, 'edge' | 'identity' | 'installation'>

async function openIdentity(config: Config, openSite: OpenSite, log: Log): Promise<Opened> {
  const { identity: source } = config
  if (source.kind === 'remote') {
    const identity = remoteIdentity(source, log)
    return { edge: await openRemoteSite(config, openSite, identity), identity, installation: undefined }
  }
  // Loaded on demand: a gateway before a remote service needs no database.
  const { openInstallation } = await import('./installation.ts')
  const { embeddedIdentity } = await import('./embedded-identity.ts')
  const installation = await openInstallation(config, source.configFile, { log, openSite })
  return { edge: installation.projects.edge, identity: embeddedIdentity(installation), installation }
}

function openRemoteSite(config: Config, openSite: OpenSite, identity: RemoteIdentity): Promise<Edge> {
  return openSite({
    publicUrl: config.publicUrl,
    brandName: config.brandName,
    identity: identity.publicApi,
    client: identity.client,
    adminClient: identity.adminClient,
    desk: config.dev && identity.adminClient !== undefined ? createDesk(identity.adminClient) : undefined,
    projectAdmin: undefined,
    oauth2: config.oauth2,
    formActionOrigins: [],
    connectOrigins: [],
  })
}
