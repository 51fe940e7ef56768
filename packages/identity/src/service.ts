import type { Clock } from './clock.ts'
import type { IdentityConfig } from './configuration/config.ts'
import { createCourier } from './courier/courier.ts'
import { createPasswordHasher } from './credentials/password-hasher.ts'
import { createSeals } from './credentials/sealed.ts'
import { createAdminRecovery } from './flows/recovery/admin.ts'
import { flowRoutes } from './flows/routes.ts'
import { sealedNodes } from './flows/sealed-nodes.ts'
import { createWebHooks } from './hooks/web-hooks.ts'
import { errorAnswer, redirectAnswer } from './http/answer.ts'
import { withCors } from './http/cors.ts'
import { createListener } from './http/listener.ts'
import type { ListenerOptions, ServiceLog } from './http/listener.ts'
import { unsafeMethodRefusal } from './http/unsafe-method.ts'
import { createIdentitySchemas } from './identities/schemas.ts'
import { purgeExpired } from './purge.ts'
import { adminRoutes, belongsToPublic, publicRoutes } from './routes.ts'
import { createSessionManager } from './sessions/manager.ts'
import { createTokenizer } from './sessions/tokenizer.ts'
import type { Database } from './sql/database.ts'
import { createFlowStore } from './sql/flow-store.ts'
import { createHookDeliveryStore } from './sql/hook-delivery-store.ts'
import { createIdentityStore } from './sql/identity-store.ts'
import { createOutboxStore } from './sql/outbox-store.ts'
import { createSessionStore } from './sql/session-store.ts'

export interface IdentityServiceDeps {
  readonly config: IdentityConfig
  /** Opened and migrated; the service closes it when it stops. */
  readonly database: Database
  /** Default: the system's clock. */
  readonly clock?: Clock
  /** Default: warnings and errors on the console. */
  readonly log?: ServiceLog
  /** For calls to other services (leaked passwords). Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** What `/admin/version` says. */
  readonly version?: string
}

/** One identity service: one project, one database. Many can live in one process. */
export interface IdentityService {
  /** The public API. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** The admin API. It asks nobody who they are: only trusted networks may reach it. Never rejects. */
  readonly admin: (request: Request) => Promise<Response>
  /** Begins the work in the background: mail, clean-up. */
  start(): void
  /** Resolves once every mail and web hook that is due has been tried. */
  idle(): Promise<void>
  /** Refuses new requests, waits for those under way, ends the background work and closes the database. */
  stop(): Promise<void>
}

const bodyLimitBytes = 1024 * 1024
/** Imports come in batches of up to a thousand identities. */
const adminBodyLimitBytes = 16 * 1024 * 1024
const purgeEveryMs = 10 * 60_000
const cacheControl = 'private, no-cache, no-store, must-revalidate'

/** Builds the service from its configuration. Throws an Error that names what is wrong with a schema. */
export function createIdentityService(deps: IdentityServiceDeps): IdentityService {
  const { config, database, clock = Date.now, log = consoleLog } = deps
  const warn = (text: string) => log.warn({}, text)
  const identities = createIdentityStore(database)
  const sessions = createSessionStore(database)
  const seals = createSeals(config.secrets.cipher)
  const flows = sealedNodes(createFlowStore(database), seals)
  const outbox = createOutboxStore(database)
  const schemas = createIdentitySchemas(config)
  const hasher = createPasswordHasher(config.hashers)
  const manager = createSessionManager({ config, sessions })
  const courier = createCourier({ config, outbox, clock, warn })
  const webHooks = createWebHooks({ config, deliveries: createHookDeliveryStore(database), clock, warn })
  const flowDeps = {
    config,
    clock,
    flows,
    identities,
    transactions: database,
    schemas,
    sessions: manager,
    courier,
    hasher,
    webHooks,
    seals,
    fetch: deps.fetch ?? globalThis.fetch,
    warn,
  }
  const traffic = createTraffic()
  const routeDeps = {
    config,
    clock,
    identities,
    sessions,
    manager,
    schemas,
    hasher,
    seals,
    outbox,
    tokenize: createTokenizer(config),
    adminRecovery: createAdminRecovery(flowDeps),
    flowRoutes: flowRoutes(flowDeps),
    isReady: () => !traffic.closed() && database.healthy(),
    version: deps.version ?? 'gatehouse',
  }
  const shared = { clock, log } satisfies Partial<ListenerOptions>
  const publicListener = createListener({
    ...shared,
    routes: publicRoutes(routeDeps),
    bodyLimitBytes,
    headers: { 'cache-control': cacheControl, vary: 'Cookie' },
    otherwise: (request, url) => answerUnknown(config, request, url),
  })
  const adminListener = createListener({
    ...shared,
    routes: adminRoutes(routeDeps),
    bodyLimitBytes: adminBodyLimitBytes,
    headers: { 'cache-control': cacheControl },
    toPath: withoutAdminPrefix,
    redirect: (url) => {
      const path = withoutAdminPrefix(url.pathname)
      return belongsToPublic(path) ? redirectAnswer(307, `${config.publicBaseUrl}${path}${url.search}`) : undefined
    },
  })
  const answerPublic = withCors(publicListener, config.cors.public)
  const answerAdmin = withCors(adminListener, config.cors.admin)
  let purge: NodeJS.Timeout | undefined
  const clean = () => {
    try {
      purgeExpired({ flows, sessions, outbox }, clock())
    } catch (error) {
      log.error({ err: error }, 'expired rows could not be removed')
    }
  }

  return {
    fetch: (request) => traffic.pass(() => answerPublic(request)),
    admin: (request) => traffic.pass(() => answerAdmin(request)),
    start: () => {
      courier.start()
      webHooks.start()
      clean()
      purge = setInterval(clean, purgeEveryMs).unref()
    },
    idle: async () => void (await Promise.all([courier.idle(), webHooks.idle()])),
    stop: async () => {
      clearInterval(purge)
      await traffic.close()
      await Promise.all([courier.stop(), webHooks.stop()])
      await hasher.close()
      database.close()
    },
  }
}

function answerUnknown(config: IdentityConfig, request: Request, url: URL): Response | undefined {
  if (/^\/admin(\/|$)/.test(url.pathname)) {
    return redirectAnswer(307, `${config.adminBaseUrl}${url.pathname}${url.search}`)
  }
  const refusal = unsafeMethodRefusal(request.method)
  return refusal && errorAnswer(refusal)
}

function withoutAdminPrefix(pathname: string): string {
  return pathname.replace(/^\/admin(?=\/)/, '')
}

/** Counts the requests under way, and lets none in once it is closed. */
function createTraffic() {
  let open = true
  const underWay = new Set<Promise<Response>>()
  return {
    closed: () => !open,
    pass: async (answer: () => Promise<Response>): Promise<Response> => {
      if (!open) return errorAnswer({ code: 503 })
      const work = answer()
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    close: async () => {
      open = false
      await Promise.allSettled(underWay)
    },
  }
}

const consoleLog: ServiceLog = {
  info: () => {},
  warn: (_fields, text) => console.warn(text),
  error: (fields, text) => console.error(text, fields),
}
