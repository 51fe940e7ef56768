import type { EventActor, EventClient, EventReader } from '@gatehouse/contract/events'
import { createTraffic } from '@gatehouse/platform/http'
import { createLimits } from '@gatehouse/platform/limits'
import { consoleLog, type Log } from '@gatehouse/platform/log'
import { type Clock, createRepeatedWork, type DeliveryResult } from '@gatehouse/platform/work'

import { trySchemas } from './compile-trial.ts'
import type { IdentityConfig } from './configuration/config.ts'
import type { DevtoolsHooks } from './configuration/devtools-hooks.ts'
import type { MessageBrand } from './courier/brand.ts'
import { createCourier } from './courier/courier.ts'
import { createTemplates, type ExecuteTemplates } from './courier/execute-templates.ts'
import { createInvitations, type Invitation, type Invited } from './courier/invitations.ts'
import { createWaitingMessages, type WaitingMessages } from './courier/outages.ts'
import { acceptedLanguage } from './courier/language.ts'
import { createNotices } from './courier/notices.ts'
import { createOperatorMails, type OperatorMails } from './courier/operator-mails.ts'
import { hasRunOut } from './courier/resend.ts'
import { createPasswordHasher } from './credentials/password-hasher.ts'
import { createJobRunner } from './engine/threads.ts'
import { createEventLog } from './events/log.ts'
import { administrator, noClient } from './events/origin.ts'
import { createFarDocuments } from './far-documents.ts'
import { type InspectedFlow, inspectFlow } from './flows/presentation/inspect.ts'
import { createFlowEvents } from './flows/steps/flow-events.ts'
import { watchForeignWrites } from './events/foreign-writes.ts'
import { errorAnswer, redirectAnswer } from './http/answer.ts'
import { withCors } from './http/cors.ts'
import { createListener, type ListenerOptions, noStore, publicHeaders } from './http/listener.ts'
import type { ServedRoute } from './http/route.ts'
import { unsafeMethodRefusal } from './http/unsafe-method.ts'
import type { Identity } from './identities/identity.ts'
import { createIdentitySchemas } from './identities/schemas.ts'
import { createJsonnet, type EvaluateJsonnet } from './jsonnet/jsonnet.ts'
import { createMessageLimits } from './limits/messages.ts'
import { type LimitPolicy, refills, standardLimits } from './limits/policy.ts'
import { type OrganizationStore, sessionLifespanMs } from './organizations/organization.ts'
import { fetchOfFlows } from './outbound/reach.ts'
import { purgeExpired } from './purge.ts'
import { adminRoutes, belongsToPublic, publicRoutes, type RouteDeps } from './routes.ts'
import { createSelfService, type SelfService } from './self-service.ts'
import { createSessionManager, type SessionIdle } from './sessions/manager.ts'
import { deviceOf } from './sessions/session.ts'
import { createTokenKeys } from './sessions/token-keys.ts'
import { createTokenizer } from './sessions/tokenizer.ts'
import { createHookDeliveryStore } from './sql/hook-delivery-store.ts'
import { createOutageStore } from './sql/outage-store.ts'
import { openStores, type StoreDeps, type Stores } from './stores.ts'
import type { Methods } from './strategies/methods.ts'
import { type ConnectionChecks, createConnectionChecks } from './strategies/oidc/probe.ts'
import { ownMethods } from './strategies/registry.ts'
import { createWebHooks } from './web-hooks/web-hooks.ts'

/** The dependencies of an identity service. Only configuration and database are required. */
export interface IdentityServiceDeps extends StoreDeps {
  /** True if other processes serve the same database: their background work is picked up. Default: false. */
  readonly isShared?: boolean
  /** The sign-in methods. Default: all of this service's own. */
  readonly methods?: Methods
  /** Default: the system's clock. */
  readonly clock?: Clock
  /** Waits for a time in milliseconds. Default: the system's timer. */
  readonly pause?: (milliseconds: number) => Promise<void>
  /** Default: warnings and errors on the console. */
  readonly log?: Log
  /** For calls to other services (leaked passwords). Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** Receives the result of every attempt to deliver a message, or a web hook in the background. */
  readonly onDelivery?: (kind: 'message' | 'web_hook', result: DeliveryResult) => void
  /** The version that `/admin/version` reports. */
  readonly version?: string
  /** Returns the brand of a message, for each one. Default: without a name, in our colours. */
  readonly messageBrand?: (() => MessageBrand) | undefined
  /** The project of this service; events name it. */
  readonly projectId?: string
  /** The idle time after which a session ends. Default: sessions do not end by idling. */
  readonly sessionIdle?: SessionIdle | undefined
  /** The limits of failed sign-ins and requested codes. Default: `standardLimits`. */
  readonly limits?: LimitPolicy
  /** Absent outside development mode. */
  readonly devtools?: DevtoolsHooks
}

/** One identity service: one project, one database. Many can live in one process. */
export interface IdentityService extends WaitingMessages {
  /** Answers the public API. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Answers the admin API. It does not authenticate: only trusted callers may reach it. `actor`, named in events, comes
   * from the process and never from the request; absent: an administrator. Never rejects.
   */
  readonly admin: (request: Request, actor?: EventActor) => Promise<Response>
  /** The recorded events: for event streams, the history of an account, and charts. */
  readonly events: EventReader
  /** Every row of both route tables, for callers that check all of them. */
  readonly routes: readonly ServedRoute[]
  /** The organizations, those of the configuration included; a change counts from the next request on. */
  readonly organizations: OrganizationStore
  /** True if mails leave this service: a mail server is configured. */
  readonly carriesMail: boolean
  /** Mails an operator the invitation to the console. */
  inviteOperator(invitation: Invitation): Promise<Invited>
  /** The mails of this service, for operators who write their texts. */
  readonly mails: OperatorMails
  /** Checks for the administrator who sets up an organization’s sign-in. */
  readonly connections: ConnectionChecks
  /** Returns any person's flow for a developer. For the developer tools alone: it authenticates no one. */
  inspectFlow(id: string): Promise<InspectedFlow | undefined>
  /** Starts the background work: mail, clean-up. While it runs: looks for due work at once. */
  start(): void
  /** Ends the background work after the current rounds; requests are answered, and another `start` resumes it. */
  rest(): Promise<void>
  /** Resolves once every due mail and web hook has been tried, and no clean-up is running. */
  idle(): Promise<void>
  /** Refuses new requests, waits for running ones, ends the background work and closes the database. */
  stop(): Promise<void>
}

const bodyLimitBytes = 1024 * 1024
/** The maximum body of the admin API: imports come in batches of up to a thousand identities. */
const adminBodyLimitBytes = 16 * 1024 * 1024
const eventsKeptMs = 90 * 24 * 60 * 60_000
const purgeEveryMs = 10 * 60_000

/** Creates the service from its configuration. Throws an Error that names the fault of a schema. */
export function createIdentityService(deps: IdentityServiceDeps): IdentityService {
  const { config, database, clock = Date.now, log = consoleLog } = deps
  const stores = openStores(deps, clock)
  const parts = createParts(deps, stores, clock)
  const { origins, organizations, flows, identities, events, recorder } = stores
  const { courier, webHooks, hasher, schemas, limits, outages } = parts
  const traffic = createTraffic(() => errorAnswer({ code: 503 }))
  const foreignWrites = watchForeignWrites(database, deps.isShared === true)
  const history = createEventLog({ store: events, recorder, foreignWrites, projectId: deps.projectId })
  const tables = createTables(deps, stores, parts, {
    clock,
    history,
    isReady: async () => !traffic.closed() && (await database.healthy()),
  })
  const answers = createListeners(config, tables, { clock, log })
  const pass = (answer: () => Promise<Response>) => traffic.pass(() => schemas.fetchMissing().then(answer))
  const farDocuments = createFarDocuments(config.farTexts, schemas, (text) => log.info({}, text))
  const background = [courier, webHooks, createCleaning(deps, stores, { clock, log }), farDocuments]
  const wakeWaiting = () => [courier, webHooks].forEach((work) => work.wake())
  let endWatch: (() => void) | undefined
  const rest = async () => {
    endWatch?.()
    endWatch = undefined
    await Promise.all(background.map((work) => work.stop()))
  }
  const mailing = { courier, limits: createMessageLimits(limits), transactions: database, clock }

  return {
    fetch: (request) => {
      const { headers } = request
      const [acceptLanguage, requestId] = [headers.get('accept-language'), headers.get('x-request-id')]
      const client = () => clientOf(request, clock())
      const origin = { actor: { type: 'person', id: null }, client, acceptLanguage, requestId } as const
      return pass(() => origins.within(origin, () => answers.public(request)))
    },
    admin: (request, actor = administrator) => {
      const origin = { actor, client: noClient }
      return pass(() => origins.within(origin, () => answers.admin(request)))
    },
    routes: (['public', 'admin'] as const).flatMap((listener) =>
      tables[listener].map(({ method, path }) => ({ listener, method, path })),
    ),
    organizations,
    connections: createConnectionChecks(config, clock, deps.fetch),
    inspectFlow: (id) => inspectFlow(flows, id),
    events: history,
    carriesMail: courier.carriesMail,
    ...createWaitingMessages({ outages, outbox: stores.outbox, clock }),
    inviteOperator: createInvitations({ ...mailing, identities }),
    mails: createOperatorMails({ ...mailing, config }),
    start: () => {
      for (const work of background) work.start()
      endWatch ??= foreignWrites.watch(wakeWaiting)
    },
    rest,
    idle: async () => void (await Promise.all(background.map((work) => work.idle()))),
    stop: async () => {
      foreignWrites.stop()
      const left = traffic.close()
      await Promise.all([left, hasher.close(left)])
      await rest()
      database.close()
    },
  }
}

type Parts = ReturnType<typeof createParts>

/** Creates what the routes share: sessions, messages, limits, hooks. */
function createParts(deps: IdentityServiceDeps, stores: Stores, clock: Clock) {
  const { config, database, methods = ownMethods, log = consoleLog } = deps
  const { sessions, organizations, origins, outbox } = stores
  const warn = (text: string) => log.warn({}, text)
  const schemas = createIdentitySchemas(config, { warn, faultsOf: trySchemas })
  const programs = createOperatorPrograms()
  const outages = createOutageStore(database)
  const ofProject = deps.projectId === undefined ? {} : { project: deps.projectId }
  const courier = createCourier({
    config,
    outbox,
    outages,
    clock,
    hasRunOut: (message, now) => hasRunOut(message, config.selfservice.methods, now),
    log: { warn: (fields, text) => log.warn({ ...ofProject, ...fields }, text) },
    ...programs,
    failsToSend: deps.devtools?.failsToSend,
    requestLanguage: () => acceptedLanguage(origins.current().acceptLanguage),
    brand: deps.messageBrand,
    onAttempt: (result) => deps.onDelivery?.('message', result),
  })
  return {
    methods,
    warn,
    schemas,
    programs,
    outages,
    courier,
    hasher: createPasswordHasher(config.hashers),
    manager: createSessionManager({
      config,
      sessions,
      secondFactors: methods.secondFactors(config.selfservice.methods),
      lifespanOf: ({ organizationId }: Identity) => sessionLifespanMs(organizations, organizationId),
      idle: deps.sessionIdle,
    }),
    limits: createLimits({
      refills,
      policy: deps.limits ?? standardLimits,
      store: stores.allowances,
      transactions: database,
      secrets: config.secrets.default,
    }),
    webHooks: createWebHooks({
      config,
      schemas,
      deliveries: createHookDeliveryStore(database),
      clock,
      pause: deps.pause,
      warn,
      evaluateJsonnet: programs.evaluateJsonnet,
      onAttempt: (result) => deps.onDelivery?.('web_hook', result),
    }),
  }
}

/** Creates the flows over the parts. */
function createFlows(deps: IdentityServiceDeps, stores: Stores, parts: Parts, clock: Clock): SelfService {
  const { config, database } = deps
  const { recorder, origins, pending, addressProofs, rememberedDevices, flows, identities, organizations, seals } =
    stores
  const { courier, limits, webHooks, programs, methods, schemas, hasher, warn } = parts
  const messageLimits = createMessageLimits(limits)
  return createSelfService({
    config,
    methods,
    clock,
    events: createFlowEvents({ recorder, origins, clock, secrets: config.secrets.default }),
    flows,
    ...pending,
    identities,
    addressProofs,
    organizations,
    transactions: database,
    schemas,
    sessions: parts.manager,
    rememberedDevices,
    courier,
    notices: createNotices({ courier, limits: messageLimits, clock, publicBaseUrl: config.publicBaseUrl }),
    hasher,
    webHooks,
    passwordMigration: webHooks.passwordMigration,
    evaluateJsonnet: programs.evaluateJsonnet,
    seals,
    limits,
    messageLimits,
    codeOf: deps.devtools?.codeOf,
    fetch: deps.fetch ?? fetchOfFlows(config.outbound),
    warn,
  })
}

/** Creates the route tables of both listeners. */
function createTables(
  deps: IdentityServiceDeps,
  stores: Stores,
  parts: Parts,
  { clock, history, isReady }: Pick<RouteDeps, 'clock' | 'history' | 'isReady'>,
) {
  const { config, database, version = 'gatehouse', rememberDeviceMs } = deps
  const { origins } = stores
  const tokenKeys = createTokenKeys(config)
  const { routes: flowRoutes, ...selfService } = createFlows(deps, stores, parts, clock)
  const routeDeps = {
    ...stores,
    ...parts,
    ...selfService,
    config,
    clock,
    transactions: database,
    actor: () => origins.current().actor,
    history,
    rememberDeviceMs,
    tokenize: createTokenizer(config, tokenKeys, parts.programs.evaluateJsonnet),
    tokenKeys,
    flowRoutes,
    isReady,
    version,
  }
  return { public: publicRoutes(routeDeps), admin: adminRoutes(routeDeps) }
}

function createListeners(
  config: IdentityConfig,
  tables: ReturnType<typeof createTables>,
  shared: Pick<ListenerOptions, 'clock' | 'log'>,
) {
  const publicListener = createListener({
    ...shared,
    routes: tables.public,
    bodyLimitBytes,
    headers: publicHeaders,
    otherwise: (request, url) => answerUnknown(config, request, url),
  })
  const adminListener = createListener({
    ...shared,
    routes: tables.admin,
    bodyLimitBytes: adminBodyLimitBytes,
    headers: noStore,
    toPath: withoutAdminPrefix,
    redirect: (url) => {
      const path = withoutAdminPrefix(url.pathname)
      return belongsToPublic(path) ? redirectAnswer(307, `${config.publicBaseUrl}${path}${url.search}`) : undefined
    },
  })
  return { public: withCors(publicListener, config.cors.public), admin: withCors(adminListener, config.cors.admin) }
}

/** Removes expired rows from time to time. */
function createCleaning(
  deps: IdentityServiceDeps,
  { pending, ...stores }: Stores,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
) {
  const eventsKept = deps.events?.keptMs ?? eventsKeptMs
  return createRepeatedWork({
    everyMs: purgeEveryMs,
    work: () =>
      purgeExpired(
        { ...stores, ...pending },
        { now: clock(), eventsKeptMs: eventsKept, sessionIdleMs: deps.sessionIdle?.ms },
      ),
    failed: (error) => log.error({ err: error }, 'expired rows could not be removed'),
    mended: () => log.warn({}, 'expired rows are removed again'),
  })
}

function clientOf({ headers }: Request, now: number): EventClient {
  const { ipAddress, userAgent } = deviceOf(headers, now)
  return { ip_address: ipAddress, user_agent: userAgent }
}

function answerUnknown(config: IdentityConfig, request: Request, url: URL): Response | undefined {
  if (/^\/admin(\/|$)/.test(url.pathname)) {
    return redirectAnswer(307, `${config.adminBaseUrl}${url.pathname}${url.search}`)
  }
  const refusal = unsafeMethodRefusal(request)
  return refusal && errorAnswer(refusal)
}

function withoutAdminPrefix(pathname: string): string {
  return pathname.replace(/^\/admin(?=\/)/, '')
}

/** Creates the runners of a project's programs and templates. They share one lane, so using both gains no threads. */
function createOperatorPrograms(): {
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly executeTemplates: ExecuteTemplates
} {
  const runner = createJobRunner()
  return { evaluateJsonnet: createJsonnet(runner), executeTemplates: createTemplates(runner) }
}
