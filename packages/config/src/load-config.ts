import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { networkMatcher, networksOf } from '@gatehouse/platform/networks'
import type { Secret } from '@gatehouse/platform/secret'
import type { z } from 'zod'
import type { Config, IdentitySource, OAuth2Server, OtherControlPlane, Rate } from './config.ts'
import { ConfigError, type ConfigFault } from './config-error.ts'
import { faultsOfControlPlane } from './control-plane-faults.ts'
import { isLoopbackHost } from './loopback.ts'
import { settings, type SettingName } from './settings.ts'
import { findSetting, readConfigFile, type Environment } from './sources.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

type ValueOf<Name extends SettingName> = z.output<(typeof settings)[Name]['value']>

/** Reads settings one by one and keeps what is wrong, so that a person sees every fault at once. */
class Reader {
  readonly faults: ConfigFault[] = []
  readonly #env: Environment
  readonly #file: ReturnType<typeof readConfigFile>
  constructor(env: Environment) {
    this.#env = env
    this.#file = readConfigFile(env['GATEHOUSE_CONFIG'] === '' ? undefined : env['GATEHOUSE_CONFIG'])
    this.faults.push(...this.#file.faults)
  }

  /** Path of gatehouse.yml, where there is one. */
  get file(): string | undefined {
    return this.#file.path
  }

  read<Name extends SettingName>(name: Name): ValueOf<Name> | undefined {
    const setting: (typeof settings)[SettingName] = settings[name]
    const found = findSetting(setting, this.#env, this.#file)
    if (found.kind === 'faulty') {
      this.faults.push(found.fault)
      return undefined
    }
    const raw = found.kind === 'found' ? found.raw : setting.fallback
    if (raw === undefined) return undefined
    const parsed = setting.value.safeParse(raw)
    if (parsed.success) return parsed.data as ValueOf<Name>
    const subject = found.kind === 'found' ? found.subject : name
    const wrong = parsed.error.issues[0]?.message ?? 'cannot be used'
    const example = setting.fallback === undefined ? 'correct it or leave it out' : `set it like ${setting.fallback}`
    this.faults.push({
      subject,
      wrong: wrong.startsWith('Invalid') ? 'has a value of the wrong kind' : wrong,
      fix: example,
    })
    return undefined
  }
}

/**
 * Makes the configuration from environment variables and gatehouse.yml.
 * @throws ConfigError with every fault found.
 */
export function loadConfig(env: Environment): Config {
  const reader = new Reader(env)
  const publicUrl = reader.read('publicUrl')
  const adminUrl = reader.read('adminUrl')
  const consoleUrl = reader.read('consoleUrl')
  const consoleListenPort = reader.read('consoleListenPort')
  const projectsDomain = reader.read('projectsDomain')
  const data = reader.read('data')
  const logLevel = reader.read('logLevel')
  const brandName = reader.read('brandName')
  const brandFile = reader.read('brandFile')
  const trustedProxies = reader.read('trustedProxy')
  const forcedDev = reader.read('dev')
  const adminKey = reader.read('adminKey')
  const drainSeconds = reader.read('drainSeconds')
  const smtpUrl = reader.read('smtpUrl')
  const formActionOrigins = reader.read('formActionOrigins') ?? []
  const eventsKeptDays = reader.read('eventsKeptDays')
  const eventsClient = reader.read('eventsClient')
  const wantsConsole = reader.read('console')
  const collectMissingTexts = reader.read('collectMissingTexts')
  const imageOrigins = reader.read('imageOrigins') ?? []
  const rememberDeviceDays = reader.read('rememberDeviceDays') ?? 0
  const sessionIdleDays = reader.read('sessionIdleDays') ?? 0
  const operatorIdleHours = reader.read('operatorIdleHours') ?? 0
  const rememberAccounts = reader.read('rememberAccounts')
  const geolocationHeaders = reader.read('geolocationHeaders') ?? []
  const geolocationDatabase = reader.read('geolocationDatabase')
  const listenHost = reader.read('listenHost')
  const listenPort = reader.read('listenPort')
  const limits = {
    signInsPerAccount: rateOf(reader.read('signInsPerAccount')),
    signInsPerAddress: rateOf(reader.read('signInsPerAddress')),
    wrongCodesPerRecipient: rateOf(reader.read('wrongCodesPerRecipient')),
    codesPerRecipient: rateOf(reader.read('codesPerRecipient')),
    codesPerAddress: rateOf(reader.read('codesPerAddress')),
  }
  const identity = identitySource(reader)
  const oauth2 = oauth2Server(reader, identity)
  const controlPlaneUrl = reader.read('controlPlaneUrl')
  const controlPlaneKey = reader.read('controlPlaneKey')
  if (
    publicUrl === undefined ||
    adminUrl === undefined ||
    consoleUrl === undefined ||
    data === undefined ||
    logLevel === undefined ||
    brandName === undefined ||
    trustedProxies === undefined ||
    eventsKeptDays === undefined ||
    eventsClient === undefined ||
    wantsConsole === undefined ||
    rememberAccounts === undefined ||
    reader.faults.length > 0
  ) {
    throw new ConfigError(reader.faults)
  }
  const faults = contradictions({
    publicUrl,
    adminUrl,
    consoleUrl,
    forcedDev,
    hasAdminKey: adminKey !== undefined,
    behindProxy: trustedProxies.length > 0,
    believesGeolocation: geolocationHeaders.length > 0,
    identity,
  })
  faults.push(...faultsOfControlPlane({ url: controlPlaneUrl, key: controlPlaneKey, consoleUrl, identity }))
  if (faults.length > 0) throw new ConfigError(faults)

  // In front of somebody else's service the inbox would show codes of real people: it has to be asked for.
  const dev = forcedDev ?? (identity.kind === 'embedded' && isLoopbackHost(publicUrl.hostname))
  const behindProxy = trustedProxies.length > 0
  const hostOf = (url: URL) => listenHost ?? (behindProxy ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, ''))
  return Object.freeze({
    publicUrl,
    adminUrl,
    consoleUrl,
    remoteConsole: wantsConsole && identity.kind === 'remote' && identity.adminUrl !== undefined,
    otherControlPlane: otherControlPlane(controlPlaneUrl, controlPlaneKey),
    consoleListen: Object.freeze({
      host: hostOf(consoleUrl),
      port: consoleListenPort ?? (behindProxy ? 4456 : portOf(consoleUrl)),
    }),
    projectsDomain: projectsDomain ?? domainOf(publicUrl),
    data: resolve(data),
    dev,
    identity: Object.freeze(identity),
    adminKey,
    trustedProxies: Object.freeze(trustedProxies),
    geolocation: Object.freeze({
      headers: Object.freeze(geolocationHeaders),
      database: geolocationDatabase === undefined ? undefined : resolve(geolocationDatabase),
    }),
    listen: Object.freeze({
      host: hostOf(publicUrl),
      port: listenPort ?? (behindProxy ? 4455 : portOf(publicUrl)),
    }),
    drainMs: (drainSeconds ?? (dev ? 0 : 2)) * 1000,
    smtpUrl,
    brandName,
    rememberDeviceMs: rememberDeviceDays > 0 ? rememberDeviceDays * dayMs : undefined,
    sessionIdleMs: sessionIdleDays > 0 ? sessionIdleDays * dayMs : undefined,
    operatorIdleMs: operatorIdleHours > 0 ? operatorIdleHours * hourMs : undefined,
    brandFile: brandFileOf(brandFile, reader.file),
    rememberAccounts,
    collectMissingTexts: collectMissingTexts ?? dev,
    formActionOrigins: Object.freeze(formActionOrigins),
    imageOrigins: Object.freeze(imageOrigins),
    oauth2: oauth2 && Object.freeze(oauth2),
    events: Object.freeze({ keptMs: eventsKeptDays * dayMs, keepsClient: eventsClient }),
    limits: Object.freeze(limits),
    logLevel,
    warnings: Object.freeze(warningsOf(publicUrl, trustedProxies, hostOf(publicUrl))),
  })
}

/** The environment of this process, for configuration in formats of others. The one place that reads `process.env`. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env }
}

/** The configuration of this process. */
export function loadProcessConfig(overrides: Environment = {}): Config {
  return loadConfig({ ...processEnvironment(), ...overrides })
}

function brandFileOf(named: string | undefined, settingsFile: string | undefined): Config['brandFile'] {
  if (named !== undefined) return Object.freeze({ path: resolve(named), named: true })
  return settingsFile === undefined ? undefined : Object.freeze({ path: resolve(settingsFile), named: false })
}

function otherControlPlane(url: URL | undefined, key: Secret | undefined): OtherControlPlane | undefined {
  return url === undefined || key === undefined ? undefined : Object.freeze({ url, key })
}

const rateOf = (given: Rate | 'off' | undefined): Rate | undefined => (given === 'off' ? undefined : given)

function identitySource(reader: Reader): IdentitySource {
  const configFile = reader.read('identityConfig')
  const publicUrl = reader.read('remotePublicUrl')
  const adminUrl = reader.read('remoteAdminUrl')
  const projectToken = reader.read('projectToken')
  if (publicUrl === undefined) {
    return { kind: 'embedded', configFile: configFile === undefined ? undefined : resolve(configFile) }
  }
  // Ory Network serves both APIs at one URL and tells them apart by the token.
  return { kind: 'remote', publicUrl, adminUrl: adminUrl ?? (projectToken && publicUrl), projectToken }
}

/** A hosted project has its OAuth2 server at the address of its identity service. */
function oauth2Server(reader: Reader, identity: IdentitySource): OAuth2Server | undefined {
  const given = reader.read('hydraAdminUrl')
  const key = reader.read('hydraAdminKey')
  if (given !== undefined) return { adminUrl: given, key }
  if (identity.kind === 'embedded' || identity.projectToken === undefined) return undefined
  return { adminUrl: identity.publicUrl, key: key ?? identity.projectToken }
}

function contradictions(given: {
  readonly publicUrl: URL
  readonly adminUrl: URL
  readonly consoleUrl: URL
  readonly forcedDev: boolean | undefined
  readonly hasAdminKey: boolean
  readonly behindProxy: boolean
  readonly believesGeolocation: boolean
  readonly identity: IdentitySource
}): ConfigFault[] {
  const faults: ConfigFault[] = []
  if (given.forcedDev === true && !isLoopbackHost(given.publicUrl.hostname)) {
    faults.push({
      subject: 'GATEHOUSE_DEV',
      wrong: `is true, but the public origin ${given.publicUrl.origin} is reachable by others, who could read every mail`,
      fix: 'remove GATEHOUSE_DEV, or set GATEHOUSE_PUBLIC_URL to http://localhost:4455',
    })
  }
  if (given.identity.kind === 'embedded' && !isLoopbackHost(given.adminUrl.hostname) && !given.hasAdminKey) {
    faults.push({
      subject: 'GATEHOUSE_ADMIN_URL',
      wrong: `is ${given.adminUrl.origin}, which others can reach, and no admin key is set`,
      fix: 'set GATEHOUSE_ADMIN_KEY (or GATEHOUSE_ADMIN_KEY_FILE), or keep the admin API on http://127.0.0.1:4434',
    })
  }
  if (given.believesGeolocation && !given.behindProxy) {
    faults.push({
      subject: 'GATEHOUSE_GEOLOCATION_HEADERS',
      wrong: 'names headers, but no proxy in front is trusted to set them: any visitor could',
      fix: 'set GATEHOUSE_TRUSTED_PROXY=true where a proxy sets them, or leave the headers out',
    })
  }
  if (given.adminUrl.protocol === 'https:') {
    faults.push({
      subject: 'GATEHOUSE_ADMIN_URL',
      wrong: 'begins with https://, but the admin listener speaks http only',
      fix: 'use http:// here and let a proxy in front speak https',
    })
  }
  if (given.consoleUrl.host === given.publicUrl.host) {
    faults.push({
      subject: 'GATEHOUSE_CONSOLE_URL',
      wrong: `is ${given.consoleUrl.origin}, where the pages of the public origin are`,
      fix: 'give the console a host name or a port of its own',
    })
  }
  if (given.consoleUrl.protocol === 'https:' && !given.behindProxy) {
    faults.push({
      subject: 'GATEHOUSE_CONSOLE_URL',
      wrong: 'begins with https://, but no proxy in front is trusted to speak https',
      fix: 'set GATEHOUSE_TRUSTED_PROXY=true (and GATEHOUSE_CONSOLE_LISTEN_PORT), or use an http:// URL',
    })
  }
  if (given.publicUrl.protocol === 'https:' && !given.behindProxy) {
    faults.push({
      subject: 'GATEHOUSE_PUBLIC_URL',
      wrong: 'begins with https://, but no proxy in front is trusted to speak https',
      fix: 'set GATEHOUSE_TRUSTED_PROXY=true (and GATEHOUSE_LISTEN_PORT), or use an http:// URL',
    })
  }
  return faults
}

function warningsOf(publicUrl: URL, trustedProxies: readonly string[], listenHost: string): string[] {
  const warnings: string[] = []
  if (publicUrl.protocol === 'http:' && !isLoopbackHost(publicUrl.hostname) && trustedProxies.length === 0) {
    warnings.push(
      `GATEHOUSE_PUBLIC_URL is ${publicUrl.origin}: passwords and cookies travel unencrypted. Use https outside a test network.`,
    )
  }
  const isOwn = networkMatcher(networksOf('loopback') ?? [])
  const others = trustedProxies.filter((network) => !isOwn(network.split('/', 1)[0] ?? ''))
  if (others.length > 0 && isLoopbackHost(listenHost)) {
    warnings.push(
      `GATEHOUSE_TRUSTED_PROXY names ${others.join(', ')}, but only this machine reaches ${listenHost}. Set GATEHOUSE_LISTEN_HOST to the address at which the proxy reaches Gatehouse, or to 0.0.0.0 for all.`,
    )
  }
  return warnings
}

// An address of this machine has the name localhost; other addresses have no names below them.
function domainOf({ hostname }: URL): string | undefined {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (!isAddress) return hostname
  return isLoopbackHost(hostname) ? 'localhost' : undefined
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
