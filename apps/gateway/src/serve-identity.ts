import { ConfigError, loadServiceSettings, processEnvironment, type ServiceSettings } from '@gatehouse/config/config'
import { identityDocument, publicIdentityDocument } from '@gatehouse/contract/openapi'
import type { FetchHandler } from '@gatehouse/http/handler'
import { proxyTrust, readForwarded, setForwarded, requestIdHeader, requestIdOf } from '@gatehouse/http/requests'
import { problemResponse } from '@gatehouse/http/answers'
import { logLevelOf, readIdentityTree, type IdentityConfig } from '@gatehouse/identity/configuration'
import { secretsAreOfDatabase, signsAsBefore } from '@gatehouse/identity/secrets'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/database'
import type { Database } from '@gatehouse/platform/database'
import { networksOf } from '@gatehouse/platform/networks'

import { inSpan, readTraceContext, type Log } from '@gatehouse/platform/log'
import { locationText } from './data/locations.ts'
import { readServiceConfig } from './data/service-config.ts'
import { logRefusals } from './identity/log-refusals.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { withMetrics } from './metrics/metrics-endpoint.ts'
import { productVersion } from './process/product-version.ts'
import { keepHeapSmall } from './process/heap.ts'
import { parseArgs } from 'node:util'
import { listen, type Listener, type NetworkHandler } from './process/listen.ts'
import { createLog } from './process/log.ts'
import { reportAndExit } from './process/report-and-exit.ts'
import { otherSecretsOf, otherSigning } from './data/other-secrets.ts'
import { stopOnSignal } from './process/shutdown.ts'
import { describedBy } from './sites/openapi.ts'
import { keepTraces } from './traces/keep-traces.ts'

/** The options of a stand-alone identity service. */
export interface ServeIdentityOptions {
  /** Path of a kratos.yml; it names the listeners and the database. */
  readonly configFile: string
  /** Development mode; takes precedence over the file's `dev`. */
  readonly dev?: boolean
  /** The location of accounts, unless the file names one. */
  readonly settings: Pick<ServiceSettings, 'data' | 'database'>
  readonly log: Log
}

/** A running identity service without pages. */
export interface ServedIdentity {
  readonly publicPort: number
  readonly adminPort: number
  /** The location of its accounts, in words. */
  readonly data: string
  stop(): Promise<void>
}

/** Runs the identity service alone, on the two listeners its configuration names. */
export async function serveIdentity(options: ServeIdentityOptions): Promise<ServedIdentity> {
  const { configFile, dev, log, settings } = options
  const { config, warnings, claim } = await readServiceConfig({ configFile, dev, settings })
  for (const warning of warnings) log.warn({}, warning)
  const folder = claim()
  const database = openDatabase(config.dsn)
  try {
    await database.ready()
    await compareSecrets(config, database, { configFile, log })
  } catch (error) {
    database.close()
    folder.release()
    throw error
  }
  const metrics = createMetrics(productVersion)
  const logRefusal = logRefusals(log)
  const service = createIdentityService({
    config,
    database,
    log,
    onEvent: (event) => {
      logRefusal(event)
      metrics.event(event)
    },
    onDelivery: (kind, result) => metrics.delivery({ kind, result }),
  })
  const endpoints = [
    {
      name: 'public',
      handler: describedBy(() => publicIdentityDocument(config.publicBaseUrl), service.fetch),
      at: config.listen.public,
      variable: 'serve.public.port',
    },
    {
      name: 'admin',
      handler: withMetrics(
        describedBy(
          () => identityDocument(config.publicBaseUrl, config.adminBaseUrl),
          (request) => service.admin(request),
        ),
        metrics,
        async () => [],
      ),
      at: config.listen.admin,
      variable: 'serve.admin.port',
    },
  ]
  service.start()
  const listeners: Listener[] = []
  try {
    for (const { name, handler, at, variable } of endpoints) {
      listeners.push(await listen(plainListener(name, handler, { log, metrics }), { ...at, variable }))
    }
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.close(0)))
    await service.stop()
    folder.release()
    throw error
  }
  keepHeapSmall()
  const [publicListener, adminListener] = listeners
  return {
    publicPort: publicListener?.port ?? 0,
    adminPort: adminListener?.port ?? 0,
    data: locationText(await database.location()),
    stop: async () => {
      await Promise.all(listeners.map((listener) => listener.close(8_000)))
      await service.stop()
      folder.release()
    },
  }
}

/**
 * Refuses secrets that do not open the database's sealed values, as a gateway does; in development, where missing
 * secrets live with the process, it only logs it.
 */
async function compareSecrets(
  { secrets, dev }: IdentityConfig,
  database: Database,
  { configFile, log }: Pick<ServeIdentityOptions, 'configFile' | 'log'>,
): Promise<void> {
  if (!(await secretsAreOfDatabase(database, secrets.cipher))) {
    const fault = otherSecretsOf(configFile)
    if (!dev) throw new ConfigError([fault])
    log.error({}, `${fault.subject} ${fault.wrong}. Fix: ${fault.fix}`)
  }
  if (!dev && !(await signsAsBefore(database, secrets.default))) {
    log.warn({}, otherSigning({ secrets: undefined }, { folder: '' }, configFile))
  }
}

// Only a proxy on this machine is trusted about client addresses.
const ownProxies = proxyTrust(networksOf('loopback') ?? [])

function plainListener(
  name: string,
  handler: FetchHandler,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): NetworkHandler {
  return async (received, socketAddress) => {
    const started = performance.now()
    const { clientAddress, byProxy } = readForwarded(received.headers, socketAddress, ownProxies)
    const requestId = requestIdOf(received.headers, byProxy)
    setForwarded(received.headers, clientAddress)
    received.headers.set(requestIdHeader, requestId)
    const span = {
      name: `${received.method} ${name}`,
      kind: 'server',
      parent: readTraceContext(received.headers),
      isTrusted: byProxy,
      attributes: {
        'http.request.method': received.method,
        'gatehouse.route': name,
        'gatehouse.request_id': requestId,
      },
    } as const
    const answer = await inSpan(span, async ({ set }) => {
      const given = await answerOf(received, handler)
      set({ 'http.response.status_code': given.status })
      return given
    }).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'request failed')
      const detail = 'It has been written down in the log.'
      return problemResponse(received, { status: 500, title: 'Something went wrong here', detail, requestId })
    })
    const path = new URL(received.url).pathname
    const ms = Math.round(performance.now() - started)
    metrics.request({ route: name, method: received.method, status: answer.status, seconds: ms / 1_000 })
    log.info({ requestId, method: received.method, route: name, path, status: answer.status, ms }, 'request')
    return answer
  }
}

async function answerOf(received: Request, handler: FetchHandler): Promise<Response> {
  return received.method === 'TRACE' ? new Response(null, { status: 405 }) : handler(received)
}

/** Returns the log level: the variable LOG_LEVEL, then `log.level` of the file. */
async function levelOf(
  configFile: string,
  { logLevel }: Pick<ServiceSettings, 'logLevel'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServiceSettings['logLevel']> {
  if ((env['LOG_LEVEL'] ?? '') !== '') return logLevel
  const { log } = await readIdentityTree(configFile, { env })
  const named = typeof log === 'object' && log !== null && 'level' in log ? logLevelOf(log.level) : undefined
  return named ?? logLevel
}

if (import.meta.main) {
  process.umask(0o077)
  try {
    const { values } = parseArgs({ options: { config: { type: 'string' }, dev: { type: 'boolean' } } })
    if (values.config === undefined) {
      throw new ConfigError([{ subject: '--config', wrong: 'is missing', fix: 'name a kratos.yml: --config FILE' }])
    }
    const env = processEnvironment()
    const settings = loadServiceSettings(env)
    const { config: configFile, dev } = values
    const log = createLog(await levelOf(configFile, settings, env))
    for (const { subject, wrong, fix } of settings.warnings) log.warn({}, `${subject} ${wrong}. Fix: ${fix}`)
    const flush = await keepTraces(env, log)
    const served = await serveIdentity({ configFile, log, settings, ...(dev === undefined ? {} : { dev }) })
    stopOnSignal(async () => {
      await served.stop()
      await flush()
    })
    console.log(`The identity service listens on ports ${served.publicPort} (public) and ${served.adminPort} (admin).`)
    console.log(`  Data  ${served.data}`)
  } catch (error) {
    reportAndExit(error)
  }
}
