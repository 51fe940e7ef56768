import { fileURLToPath } from 'node:url'
import type { Config } from '@gatehouse/config/config'
import type { CspAdditions } from '@gatehouse/http/policy'
import type { FetchHandler } from '@gatehouse/http/handler'
import { loadStaticAssets } from '@gatehouse/http/assets'
import type { FirstKey } from '@gatehouse/control-plane/service'
import { openBuiltPages, type OpenPages } from './edge/account-pages.ts'
import { createAdminGuard, refusedWhileFenced } from './admin/admin-guard.ts'
import { findingsOf } from './checks/findings.ts'
import { controlPlaneBackground } from './compose/control-plane-background.ts'
import { createConsoleEdge, type ConsoleParts } from './console/console-edge.ts'
import { openBranding, type Branding } from './branding/branding.ts'
import { openBuiltConsole, type OpenConsole } from './console/console-pages.ts'
import { createDevtoolsInstance } from './devtools/open-devtools.ts'
import type { Edge } from './edge/edge.ts'
import { createHealth, works, type Health, type HealthCheck } from './process/health.ts'
import type { IdentitySide } from './identity/identity-side.ts'
import type { Installation } from './compose/installation.ts'
import type { Log } from '@gatehouse/platform/log'
import { createBackground, createRepeatedWork, type Background, type RepeatedWork } from '@gatehouse/platform/work'
import { healthGauge } from './metrics/health-gauge.ts'
import { createMetrics, type Metrics, type MetricsSnapshot } from './metrics/metrics.ts'
import { withMetrics } from './metrics/metrics-endpoint.ts'
import { productVersion } from './process/product-version.ts'
import { createMissingTexts } from './missing-texts/missing-texts.ts'
import { remoteIdentity, type RemoteIdentity } from './compose/remote-identity.ts'
import { openShared } from './compose/shared.ts'
import { siteOpener } from './compose/site.ts'
import type { OpenSite } from './sites/site.ts'
import { singleProcess, type WorkerRole } from './cluster/role.ts'

/** All parts of one gateway, connected but not yet listening. */
export interface Gateway {
  /** Answers requests to the public origin, and to every project's. */
  readonly edge: Edge
  /**
   * Answers requests to the console's origin; absent with a remote identity service without an admin API.
   */
  readonly console: Edge | undefined
  /** Answers requests to the admin listener; absent if the identity service brings its own. */
  readonly admin: FetchHandler | undefined
  /** Returns the metrics of this process and of the workers beside it. */
  readonly snapshots: () => Promise<readonly MetricsSnapshot[]>
  readonly identity: IdentitySide
  /** Operators and their means; absent with a remote identity service without an admin API. */
  readonly operators: OperatorSide | undefined
  /** Control plane and projects; absent with a remote identity service. */
  readonly installation: Installation | undefined
  /** The brands of the pages, which can be reloaded. */
  readonly branding: Branding
  /** Starts its own work, and the background work whenever this process is to do it. */
  start(): void
  /** The work beside requests: it runs in one process at a time, and requests are answered without it. */
  readonly background: Background
  /** Whether this process does the background work of the installation. */
  readonly hasBackground: () => boolean
  /** Reports by `/health/ready` that no further requests should be sent here. */
  drain(): void
  /** Ends long-polling and streaming answers; called before the listeners close. */
  retire(): void
  stop(): Promise<void>
}

/** The options that differ between production and developing the pages. */
export interface ComposeOptions {
  readonly log: Log
  /** Default: it serves alone. */
  readonly role?: WorkerRole
  readonly openPages?: OpenPages
  readonly openConsole?: OpenConsole
  readonly cspAdditions?: CspAdditions
}

/** The interval of health checks, in milliseconds. */
const lookEveryMs = 30_000

const localesFolder = fileURLToPath(new URL('../../../locales', import.meta.url))

/** Composes a gateway: the only function that knows all parts. */
export async function compose(config: Config, options: ComposeOptions): Promise<Gateway> {
  const { log, openPages = openBuiltPages, openConsole = openBuiltConsole, cspAdditions = {} } = options
  const { role = singleProcess() } = options
  const { isFenced } = role
  const checks: Record<string, HealthCheck> = {}
  const { fetch: health, conditions } = createHealth(checks, log)
  const locales = await loadStaticAssets(localesFolder, '/locales')
  const shared = await openShared(config, role, log)
  const missingTexts = createMissingTexts(shared.missingTexts)
  const branding = openBranding(config.brandFile, log)
  const metrics = createMetrics(productVersion)
  role.onMetricsRequest(() => metrics.snapshot())
  const openSite = siteOpener({
    branding,
    config,
    log,
    openPages,
    cspAdditions,
    health,
    locales,
    missingTexts,
    sentForms: shared.sentForms,
    metrics,
    isFenced,
  })
  const { edge, identity, installation, operators } = await openIdentity(
    config,
    { openSite, branding, role, metrics },
    log,
  )
  let isDraining = false
  Object.assign(checks, identity.checks, {
    shutdown: works(async () => !isDraining),
    changes: works(async () => !isFenced()),
  })
  const { background, hasBackground, switchBackground } = prepareBackground(identity, { metrics, conditions, log })
  return {
    edge,
    console:
      operators && (await createConsoleEdge({ config, log, health, openConsole, metrics, isFenced, ...operators })),
    admin:
      identity.adminApi === undefined
        ? undefined
        : createAdminGuard({
            admin: withMetrics(refusedWhileFenced(identity.adminApi, isFenced), metrics, role.metricsOfOthers),
            adminUrl: config.adminUrl,
            key: config.adminKey,
            log,
          }),
    snapshots: async () => {
      const own = await metrics.snapshot()
      return [own, ...(await role.metricsOfOthers(own))]
    },
    identity,
    installation,
    operators,
    branding,
    background,
    hasBackground,
    start: () => {
      if (config.dev) branding.watch()
      role.onBackground(switchBackground)
    },
    drain: () => {
      isDraining = true
    },
    retire: () => operators?.controlPlane.retire(),
    stop: async () => {
      branding.close()
      await background.stop()
      await identity.stop()
      shared.close()
    },
  }
}

/** Prepares the background work: mails, events, clean-up, and the gauges of the databases. */
function prepareBackground(
  identity: IdentitySide,
  { metrics, conditions, log }: Pick<Health, 'conditions'> & { readonly metrics: Metrics; readonly log: Log },
) {
  const background = createBackground({ ...identity.background, 'checks of the health': watchHealth(conditions, log) })
  let ownsBackground = false
  for (const gauge of [healthGauge(conditions), ...identity.gauges]) {
    metrics.watch({ ...gauge, read: async () => (ownsBackground ? gauge.read() : []) })
  }
  return {
    background,
    hasBackground: () => ownsBackground,
    /** Starts the work if it is that of this process from now on, and stops it otherwise. */
    switchBackground: (ownsNow: boolean) => {
      ownsBackground = ownsNow
      if (ownsBackground) return background.start()
      background.stop().catch((err: unknown) => log.error({ err }, 'the background work did not stop'))
    },
  }
}

/** Checks the health again and again, so that changes are logged even if no probe asks. */
function watchHealth(conditions: Health['conditions'], log: Log): RepeatedWork {
  return createRepeatedWork({
    everyMs: lookEveryMs,
    work: conditions,
    failed: (error) => log.error({ err: error }, 'the health of the service cannot be checked'),
    mended: () => log.warn({}, 'the health of the service is checked again'),
  })
}

/** The operators' parts: the control plane, and the identity service with which they sign in. */
export interface OperatorSide extends Pick<ConsoleParts, 'controlPlane' | 'client' | 'inviteOperator'> {
  /** The control plane's first key; absent when this was not the first start. */
  readonly firstKey: FirstKey | undefined
}

interface Parts {
  readonly openSite: OpenSite
  readonly branding: Branding
  readonly role: WorkerRole
  readonly metrics: Metrics
}

type Opened = Pick<Gateway, 'edge' | 'identity' | 'installation' | 'operators'>

async function openIdentity(config: Config, { openSite, branding, role, metrics }: Parts, log: Log): Promise<Opened> {
  const { identity: source } = config
  if (source.kind === 'remote') {
    const identity = remoteIdentity(source, config.publicUrl.origin, log)
    const edge = await openRemoteSite(config, openSite, identity)
    return { edge, installation: undefined, ...(await openRemoteOperators(config, source, identity, { log, role })) }
  }
  // Loaded on demand: a gateway with a remote service needs no embedded one.
  const { openInstallation } = await import('./compose/installation.ts')
  const { embeddedIdentity } = await import('./compose/embedded-identity.ts')
  const installation = await openInstallation(config, source.configFile, { log, openSite, branding, role, metrics })
  const { projects, controlPlane, firstKey } = installation
  const operators: OperatorSide = {
    controlPlane,
    client: projects.main().client,
    inviteOperator: (invitation) => projects.main().runtime.service().inviteOperator(invitation),
    firstKey,
  }
  return {
    edge: projects.edge,
    identity: embeddedIdentity(installation, {
      hasAdminKey: config.adminKey !== undefined,
      isOnServer: config.database !== undefined,
      log,
    }),
    installation,
    operators,
  }
}

async function openRemoteOperators(
  config: Config,
  source: Extract<Config['identity'], { kind: 'remote' }>,
  identity: RemoteIdentity,
  { log, role }: Pick<ComposeOptions, 'log'> & { readonly role: WorkerRole },
): Promise<Pick<Opened, 'identity' | 'operators'>> {
  const { adminClient } = identity
  const client = identity.clientOver((service) => service)
  if (!config.remoteConsole || adminClient === undefined) {
    // It has no projects whose changes it could lack.
    await role.onChanges(async () => Number.MAX_SAFE_INTEGER)
    return { identity, operators: undefined }
  }
  const { openRemoteControlPlane } = await import('./compose/remote-installation.ts')
  const { controlPlane, firstKey } = await openRemoteControlPlane(config, source, { log, adminClient, role })
  return {
    identity: {
      ...identity,
      checks: {
        ...identity.checks,
        control_plane: works(async () => (await controlPlane.condition()) === 'sound', 'degraded'),
      },
      background: controlPlaneBackground(controlPlane, log),
      stop: async () => {
        await controlPlane.stop()
        await identity.stop()
      },
    },
    // The remote service sends its own mails; the link is shown to the operator instead.
    operators: { controlPlane, client, firstKey, inviteOperator: async () => 'no_mail_server' },
  }
}

async function openRemoteSite(config: Config, openSite: OpenSite, identity: RemoteIdentity): Promise<Edge> {
  const { publicUrl } = config
  const { publicApi, adminClient: admin } = identity
  const devtools = config.dev ? createDevtoolsInstance({ hasClock: false }) : undefined
  const { edge } = await openSite({
    publicUrl,
    name: config.brandName,
    identity: devtools?.tap(publicApi, 'public') ?? publicApi,
    client: identity.clientOver((service) => devtools?.tap(service, 'pages') ?? service),
    adminClient: identity.adminClient,
    devtools: devtools?.open({
      publicUrl,
      admin,
      inspectFlow: undefined,
      findings: findingsOf(config),
    }),
    projectAdmin: undefined,
    oauth2: config.oauth2,
    returnSetting: 'selfservice.allowed_return_urls of the identity service',
    sessionCookie: {
      name: 'of the session',
      domain: undefined,
      settingFor: () => 'session.cookie.domain of the identity service',
      scriptSettingFor: () => 'serve.public.cors of the identity service',
    },
    formActionOrigins: [],
    connectOrigins: [],
  })
  return edge
}
