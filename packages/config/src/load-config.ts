import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { networkMatcher, networksOf } from '@gatehouse/platform/networks'
import type { Secret } from '@gatehouse/platform/secrets'
import { faultsOfApplications, warningsOfApplications } from './application-faults.ts'
import type { Applications, Config, IdentitySource, OAuth2Server, OtherControlPlane, Rate } from './config.ts'
import { ConfigError, type ConfigFault } from './config-error.ts'
import { faultsOfCompanions, warningsOfRemote } from './companions.ts'
import { faultsOfControlPlane } from './control-plane-faults.ts'
import { isLoopbackHost } from './loopback.ts'
import { faultsOfPassedOver, passedOverByService } from './passed-over.ts'
import { readSettings, type SettingValues } from './read-settings.ts'
import type { Environment } from './sources.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** SQLite has one writer at a time: more processes would wait for one another, and each needs memory. */
const mostWorkersUnasked = 8

/**
 * Reads the configuration from environment variables and gatehouse.yml.
 * @throws ConfigError with every fault found.
 */
export function loadConfig(env: Environment): Config {
  const { values, file, given, warnings } = readSettings(env)
  const { publicUrl, adminUrl, consoleUrl, trustedProxy: trustedProxies, geolocationHeaders = [], listenHost } = values
  const identity = identitySource(values)
  const oauth2 = oauth2Server(values, identity)
  // With another party's service the inbox would show codes of real people: it has to be enabled explicitly.
  const dev = values.dev ?? (identity.kind === 'embedded' && isLoopbackHost(publicUrl.hostname))
  const collectMissingTexts = values.collectMissingTexts ?? dev
  const faults = [
    ...contradictions(values, identity),
    ...faultsOfWorkers(values.workers, { dev, collectMissingTexts }),
    ...faultsOfControlPlane({ url: values.controlPlaneUrl, key: values.controlPlaneKey, consoleUrl, identity }),
    ...faultsOfApplications(values),
    ...twoServices(values),
    ...faultsOfCompanions(values),
    ...faultsOfPassedOver(identity, env, values.database),
  ]
  if (faults.length > 0) throw new ConfigError(faults)

  const behindProxy = trustedProxies.length > 0
  const hostOf = (url: URL) => listenHost ?? (behindProxy ? '127.0.0.1' : listenedHost(url))
  return Object.freeze({
    publicUrl,
    adminUrl,
    metricsUrl: values.metricsUrl,
    consoleUrl,
    remoteConsole: values.console && identity.kind === 'remote' && identity.adminUrl !== undefined,
    otherControlPlane: otherControlPlane(values.controlPlaneUrl, values.controlPlaneKey),
    consoleListen: Object.freeze({
      host: hostOf(consoleUrl),
      port: values.consoleListenPort ?? (behindProxy ? 4456 : portOf(consoleUrl)),
    }),
    projectsDomain: values.projectsDomain ?? domainOf(publicUrl),
    data: resolve(values.data),
    dev,
    identity: Object.freeze(identity),
    applications: Object.freeze(applicationsOf(values)),
    adminKey: values.adminKey,
    trustedProxies: Object.freeze(trustedProxies),
    geolocation: Object.freeze({
      headers: Object.freeze(geolocationHeaders),
      database: values.geolocationDatabase === undefined ? undefined : resolve(values.geolocationDatabase),
    }),
    listen: Object.freeze({
      host: hostOf(publicUrl),
      port: values.listenPort ?? (behindProxy ? 4455 : portOf(publicUrl)),
    }),
    workers:
      values.workers ??
      (whyOneWorker({ dev, collectMissingTexts }) ? 1 : Math.min(availableParallelism(), mostWorkersUnasked)),
    drainMs: (values.drainSeconds ?? (dev ? 0 : 2)) * 1000,
    database: values.database,
    secrets: values.secrets,
    smtpUrl: values.smtpUrl,
    watchConfig: values.watchConfig,
    brandName: values.brandName,
    rememberDeviceMs: spanOf(values.rememberDeviceDays, dayMs),
    sessionIdleMs: spanOf(values.sessionIdleDays, dayMs),
    operatorIdleMs: spanOf(values.operatorIdleHours, hourMs),
    brandFile: brandFileOf(values.brandFile, file),
    rememberAccounts: values.rememberAccounts,
    collectMissingTexts,
    formActionOrigins: Object.freeze(values.formActionOrigins ?? []),
    imageOrigins: Object.freeze(values.imageOrigins ?? []),
    oauth2: oauth2 && Object.freeze(oauth2),
    events: Object.freeze({ keptMs: values.eventsKeptDays * dayMs, keepsClient: values.eventsClient }),
    limits: limitsOf(values),
    logLevel: values.logLevel,
    warnings: Object.freeze([
      ...warningsOf(publicUrl, trustedProxies, hostOf(publicUrl)),
      ...warningsOfApplications(values, identity),
      ...warningsOfRemote(values.remotePublicUrl, given),
      ...warnings,
    ]),
  })
}

/** The settings of a stand-alone identity service: its kratos.yml has the others. */
export type ServiceSettings = Pick<Config, 'data' | 'database' | 'logLevel' | 'warnings'>

/**
 * The settings of an identity service alone.
 * @throws ConfigError with every fault found.
 */
export function loadServiceSettings(env: Environment): ServiceSettings {
  const { values, given, warnings } = readSettings(env)
  const { data, database, logLevel } = values
  const ignored = passedOverByService(given)
  if (ignored.faults.length > 0) throw new ConfigError(ignored.faults)
  return Object.freeze({ data: resolve(data), database, logLevel, warnings: [...warnings, ...ignored.warnings] })
}

/** The environment of this process, for configuration in formats of others. The one place that reads `process.env`. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env }
}

/** The configuration of this process. */
export function loadProcessConfig(overrides: Environment = {}): Config {
  return loadConfig({ ...processEnvironment(), ...overrides })
}

/** Returns the path at which `gatehouse keys create` stores the keys of a kind of session token. */
export function madeKeys(data: string, name: string): string {
  return resolve(join(data, 'session-tokens', `${name}.jwks.json`))
}

function applicationsOf(values: SettingValues): Applications {
  const { returnUrls = [], defaultReturnUrl, cookieDomain, corsOrigins = [], sessionTokens = [], data } = values
  return {
    returnUrls: Object.freeze(returnUrls),
    defaultReturnUrl,
    cookieDomain,
    corsOrigins: Object.freeze(corsOrigins),
    sessionTokens: Object.freeze(
      sessionTokens.map((one) =>
        Object.freeze({
          ...one,
          keys: resolve(one.keys ?? madeKeys(data, one.name)),
          claims: one.claims === undefined ? undefined : resolve(one.claims),
        }),
      ),
    ),
  }
}

function brandFileOf(named: string | undefined, settingsFile: string | undefined): Config['brandFile'] {
  if (named !== undefined) return Object.freeze({ path: resolve(named), named: true })
  return settingsFile === undefined ? undefined : Object.freeze({ path: resolve(settingsFile), named: false })
}

function otherControlPlane(url: URL | undefined, key: Secret | undefined): OtherControlPlane | undefined {
  return url === undefined || key === undefined ? undefined : Object.freeze({ url, key })
}

const rateOf = (given: Rate | 'off' | undefined): Rate | undefined => (given === 'off' ? undefined : given)

function limitsOf(values: SettingValues): Config['limits'] {
  return Object.freeze({
    signInsPerAccount: rateOf(values.signInsPerAccount),
    signInsPerAddress: rateOf(values.signInsPerAddress),
    wrongCodesPerRecipient: rateOf(values.wrongCodesPerRecipient),
    codesPerRecipient: rateOf(values.codesPerRecipient),
    codesPerAddress: rateOf(values.codesPerAddress),
  })
}

/** Returns milliseconds; 0 is off. */
const spanOf = (count: number | undefined, unitMs: number): number | undefined =>
  count === undefined || count === 0 ? undefined : count * unitMs

function identitySource(values: SettingValues): IdentitySource {
  const { identityConfig: configFile, remotePublicUrl: publicUrl, remoteAdminUrl: adminUrl, projectToken } = values
  if (publicUrl === undefined) {
    return { kind: 'embedded', configFile: configFile === undefined ? undefined : resolve(configFile) }
  }
  // Ory Network serves both APIs at one URL and distinguishes them by the token.
  return { kind: 'remote', publicUrl, adminUrl: adminUrl ?? (projectToken && publicUrl), projectToken }
}

/** Refuses two services: accounts are in one, and the configuration must not guess which. */
function twoServices({ remotePublicUrl, identityConfig }: SettingValues): readonly ConfigFault[] {
  if (remotePublicUrl === undefined || identityConfig === undefined) return []
  const wrong = `names ${identityConfig}, and KRATOS_PUBLIC_URL names another identity service, at ${remotePublicUrl.origin}`
  const fix = 'remove one of them: the file is of the embedded service alone'
  return [{ subject: 'GATEHOUSE_IDENTITY_CONFIG', wrong, fix }]
}

/** A hosted project has its OAuth2 server at the address of its identity service. */
function oauth2Server(values: SettingValues, identity: IdentitySource): OAuth2Server | undefined {
  const { hydraAdminUrl: given, hydraAdminKey: key } = values
  if (given !== undefined) return { adminUrl: given, key }
  if (identity.kind === 'embedded' || identity.projectToken === undefined) return undefined
  return { adminUrl: identity.publicUrl, key: key ?? identity.projectToken }
}

function faultsOfWorkers(
  workers: number | undefined,
  mode: Pick<Config, 'dev' | 'collectMissingTexts'>,
): ConfigFault[] {
  const why = whyOneWorker(mode)
  if (workers === undefined || workers === 1 || why === undefined) return []
  const fix = `remove GATEHOUSE_WORKERS${why.instead === undefined ? '' : `, or set ${why.instead}`}`
  return [{ subject: 'GATEHOUSE_WORKERS', wrong: `is ${workers}, but ${why.reason}`, fix }]
}

/** Systems that balance connections over several listeners of an address. */
const balancing: readonly string[] = ['linux', 'freebsd']

function whyOneWorker({ dev, collectMissingTexts }: Pick<Config, 'dev' | 'collectMissingTexts'>) {
  if (dev) {
    return { reason: 'development mode keeps mails, clock and faults in one process', instead: 'GATEHOUSE_DEV=false' }
  }
  if (collectMissingTexts) {
    const instead = 'GATEHOUSE_COLLECT_MISSING_TEXTS=false'
    return { reason: 'missing texts are collected by one process', instead }
  }
  if (!balancing.includes(process.platform)) {
    return { reason: `${process.platform} gives connections to one process alone`, instead: undefined }
  }
  return undefined
}

function contradictions(values: SettingValues, identity: IdentitySource): ConfigFault[] {
  const { publicUrl, adminUrl, metricsUrl, consoleUrl, geolocationHeaders = [] } = values
  const hasAdminKey = values.adminKey !== undefined
  const behindProxy = values.trustedProxy.length > 0
  const faults: ConfigFault[] = []
  if (values.dev === true && !isLoopbackHost(publicUrl.hostname)) {
    faults.push({
      subject: 'GATEHOUSE_DEV',
      wrong: `is true, but the public origin ${publicUrl.origin} is reachable by others, who could read every mail`,
      fix: 'remove GATEHOUSE_DEV, or set GATEHOUSE_PUBLIC_URL to http://localhost:4455',
    })
  }
  if (identity.kind === 'embedded' && !isLoopbackHost(adminUrl.hostname) && !hasAdminKey) {
    faults.push({
      subject: 'GATEHOUSE_ADMIN_URL',
      wrong: `is ${adminUrl.origin}, which others can reach, and no admin key is set`,
      fix: 'set GATEHOUSE_ADMIN_KEY (or GATEHOUSE_ADMIN_KEY_FILE), or keep the admin API on http://127.0.0.1:4434',
    })
  }
  if (metricsUrl && !isLoopbackHost(metricsUrl.hostname) && !hasAdminKey) {
    faults.push({
      subject: 'GATEHOUSE_METRICS_URL',
      wrong: `is ${metricsUrl.origin}, which others can reach, and no admin key is set`,
      fix: 'set GATEHOUSE_ADMIN_KEY (or GATEHOUSE_ADMIN_KEY_FILE), which the scraper sends, or name an address of this machine',
    })
  }
  if (geolocationHeaders.length > 0 && !behindProxy) {
    faults.push({
      subject: 'GATEHOUSE_GEOLOCATION_HEADERS',
      wrong: 'names headers, but no proxy in front is trusted to set them: any visitor could',
      fix: 'set GATEHOUSE_TRUSTED_PROXY=true where a proxy sets them, or leave the headers out',
    })
  }
  if (adminUrl.protocol === 'https:') {
    faults.push({
      subject: 'GATEHOUSE_ADMIN_URL',
      wrong: 'begins with https://, but the admin listener speaks http only',
      fix: 'use http:// here and let a proxy in front speak https',
    })
  }
  if (metricsUrl?.protocol === 'https:') {
    faults.push({
      subject: 'GATEHOUSE_METRICS_URL',
      wrong: 'begins with https://, but the listener of the metrics speaks http only',
      fix: 'use http:// with a port here, and let a proxy in front speak https',
    })
  }
  if (consoleUrl.host === publicUrl.host) {
    faults.push({
      subject: 'GATEHOUSE_CONSOLE_URL',
      wrong: `is ${consoleUrl.origin}, where the pages of the public origin are`,
      fix: 'give the console a host name or a port of its own',
    })
  }
  if (consoleUrl.protocol === 'https:' && !behindProxy) {
    faults.push({
      subject: 'GATEHOUSE_CONSOLE_URL',
      wrong: 'begins with https://, but no proxy in front is trusted to speak https',
      fix: 'set GATEHOUSE_TRUSTED_PROXY=true (and GATEHOUSE_CONSOLE_LISTEN_PORT), or use an http:// URL',
    })
  }
  if (publicUrl.protocol === 'https:' && !behindProxy) {
    faults.push({
      subject: 'GATEHOUSE_PUBLIC_URL',
      wrong: 'begins with https://, but no proxy in front is trusted to speak https',
      fix: 'set GATEHOUSE_TRUSTED_PROXY=true (and GATEHOUSE_LISTEN_PORT), or use an http:// URL',
    })
  }
  return faults
}

function warningsOf(publicUrl: URL, trustedProxies: readonly string[], listenHost: string): ConfigFault[] {
  const warnings: ConfigFault[] = []
  if (publicUrl.protocol === 'http:' && !isLoopbackHost(publicUrl.hostname) && trustedProxies.length === 0) {
    warnings.push({
      subject: 'GATEHOUSE_PUBLIC_URL',
      wrong: `is ${publicUrl.origin}: passwords and cookies travel unencrypted`,
      fix: 'use https outside a test network',
    })
  }
  const isOwn = networkMatcher(networksOf('loopback') ?? [])
  const others = trustedProxies.filter((network) => !isOwn(network.split('/', 1)[0] ?? ''))
  if (others.length > 0 && isLoopbackHost(listenHost)) {
    warnings.push({
      subject: 'GATEHOUSE_TRUSTED_PROXY',
      wrong: `names ${others.join(', ')}, but only this machine reaches ${listenHost}`,
      fix: 'set GATEHOUSE_LISTEN_HOST to the address at which the proxy reaches Gatehouse, or to 0.0.0.0 for all',
    })
  }
  return warnings
}

// An address of this machine has the name localhost; other addresses have no names below them.
function domainOf({ hostname }: URL): string | undefined {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (!isAddress) return hostname
  return isLoopbackHost(hostname) ? 'localhost' : undefined
}

/** Names below `localhost` are this machine, but few resolvers know them. */
function listenedHost({ hostname }: URL): string {
  return hostname.endsWith('.localhost') ? 'localhost' : hostname.replace(/^\[|\]$/g, '')
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
