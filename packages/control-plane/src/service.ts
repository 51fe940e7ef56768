import type { Log } from '@gatehouse/platform/log'
import type { EventReader } from '@gatehouse/contract/events'
import type { ListScopes, ScopeKey, Role, WorkspaceAccess } from '@gatehouse/contract/operators'

import { createTraffic, type Traffic } from '@gatehouse/platform/http'
import { createSeals, Secret } from '@gatehouse/platform/secrets'
import {
  createBackground,
  createRepeatedWork,
  type Background,
  type Clock,
  type DeliveryResult,
} from '@gatehouse/platform/work'
import type { Database, DatabaseCondition } from '@gatehouse/platform/database'
import type { DeliveryBacklog } from './event-streams/delivery/store.ts'

import type { Row } from './access/call.ts'
import { createGate } from './access/gate.ts'
import { createScopeList } from './access/scope-list.ts'
import { scopeOfOperator } from './access/operator-scope.ts'
import { createGrantStore } from './model/grant-store.ts'
import type { Principal } from './model/principal.ts'
import { createAuditStore, type Actor } from './model/audit-store.ts'
import { createAssetStore } from './branding/asset-store.ts'
import { createDraftStore } from './branding/draft-store.ts'
import type { BrandingFile } from './model/branding-host.ts'
import { createDispatcher, type Dispatch, type Recognize } from './dispatch.ts'
import type { RemoteControlPlane } from './remote/control-plane.ts'
import type { RemoteScopes } from './remote/directory.ts'
import { createRemoteService, type RemoteService } from './remote-service.ts'
import { assembleDelivery, type DeliveryPolicy } from './event-streams/delivery/assemble.ts'
import { createEventStreamStore, type EventStreamStore } from './event-streams/store.ts'
import { createProjectEvents } from './events/project-events.ts'
import type { SourcesOf } from './events/sources.ts'
import { firstStart, type FirstKey, type FirstStart } from './first-start.ts'
import { errorAnswer } from './http/answer.ts'
import { createStaging } from './jobs/imports/staging.ts'
import { readInvite } from './invites/operations.ts'
import type { InviteValidity } from './invites/for-whom.ts'
import { createInviteStore } from './model/invite-store.ts'
import { createWork } from './jobs/do-work.ts'
import { createJobs } from './jobs/jobs.ts'
import { createJobStore } from './model/job-store.ts'
import { createKeyring } from './keys/keyring.ts'
import { createKeyStore } from './keys/store.ts'
import type { OperatorDirectory } from './members/directory.ts'
import { reconcileProjects, openProjects, reopenFixed, reopenFixedHere } from './open-projects.ts'
import { createAllowances } from './onboarding/allowances.ts'
import { createGuests } from './onboarding/guests.ts'
import { createLinkStore } from './model/onboarding-link-store.ts'
import { createLinkTokens } from './organizations/link-token.ts'
import { createOrganizationStore } from './model/organization-store.ts'
import { createProjectChanges } from './projects/changes.ts'
import type { Applied, ProjectHost } from './model/project-host.ts'
import { createPurge } from './projects/purge.ts'
import { createRevisionStore } from './model/revision-store.ts'
import { createProjectStore } from './model/project-store.ts'
import { createMutexes } from './projects/mutexes.ts'
import { createRecognition, type Recognition } from './recognition.ts'
import { operationHandlers, operationRows as rows } from './routes.ts'
import { createFollowing, type Following } from './projects/following.ts'
import { createSetUp, type SetUp } from './set-up/set-up.ts'
import { createSetUpStore } from './set-up/store.ts'
import { createWorkspaceStore } from './model/workspace-store.ts'

/** The dependencies and the options of a control plane. */
export interface ControlPlaneDeps {
  /** Opened and migrated; the control plane closes it when it stops. */
  readonly database: Database
  readonly host: ProjectHost
  readonly operators: OperatorDirectory
  readonly firstStart: FirstStart
  /**
   * The secret that derives the tokens of onboarding and set-up links, signs events and seals files of people; at least
   * 32 characters, kept outside of the database.
   */
  readonly linkSecret: string
  /** The events of a project's people; undefined while it is not running. */
  readonly eventsOf?: (projectId: string) => EventReader | undefined
  readonly delivery?: DeliveryPolicy
  /** A control plane in another process, whose workspaces operators enter from here; keys of this one do not. */
  readonly remote?: RemoteControlPlane | undefined
  /** Whether the first owner has to verify their address. Default: no, as mail may not reach them. */
  readonly provesOwners?: () => boolean
  /** The maximum time that a start waits for one project, in milliseconds. Default: five seconds. */
  readonly startTimeoutMs?: number
  readonly clock?: Clock
  /** Receives the result of every attempt to deliver an event. */
  readonly onDelivery?: (result: DeliveryResult) => void
  readonly log: Log
}

/** The callers that may use a project's own admin API. */
export type AdminCaller =
  /** Callers with a key of the project or of its workspace. */
  | { readonly kind: 'keys' }
  /** Callers that the process has authenticated, with every role, under this name in the audit log. */
  | { readonly kind: 'listener'; readonly actor: Actor }

/** Workspaces, projects, keys, members, organizations and event streams, with their permissions. */
export interface ControlPlane {
  /** Answers a request that carries a key. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Answers requests of a person whom the caller has authenticated, whatever key they carry. Never rejects. */
  readonly fetchAs: (principal: Principal) => (request: Request) => Promise<Response>
  /** Returns the role of a request's key at a project; undefined for no key, or another project's. */
  readonly roleOfKey: (headers: Headers, projectId: string) => Promise<Role | undefined>
  /**
   * Answers a request for a project's admin API at the project's own address, with a path that begins with `/admin/`:
   * by the same policy, and with the same lines in the audit log, as at `/projects/{project}/admin/…`. Never rejects.
   */
  readonly projectAdmin: (projectId: string, by: AdminCaller) => (request: Request) => Promise<Response>
  /** Returns true if this account of the operators' identity service has any role here. */
  readonly isOperator: (identityId: string) => Promise<boolean>
  /** Returns a local scope that an operator may enter, with the role; undefined: it does not exist, or they may not. */
  readonly scopeOf: (identityId: string, key: ScopeKey) => Promise<WorkspaceAccess | undefined>
  /** Lists the workspaces and projects that an operator may enter here, page by page. */
  readonly listScopes: ListScopes
  /** Returns the operator's scopes at the remote control plane; empty if there is none. */
  readonly remoteScopes: (identityId: string) => Promise<RemoteScopes>
  readonly setUp: SetUp
  /** Returns what an operator may do with the invitation of a token. */
  readonly invitationFor: (token: string, identityId: string) => Promise<InviteValidity>
  readonly eventStreams: EventStreamStore
  /** A picture or a font that was stored for a project. */
  readonly brandingAsset: (projectId: string, name: string) => Promise<BrandingFile | undefined>
  /**
   * The delivery of events, jobs, and the removal of expired data: they run in one process at a time. Every operation is
   * answered without them.
   */
  readonly background: Background
  /**
   * Opens every project in the process with the background work: halts those that cannot be opened, and finishes
   * deletions that the end of a process interrupted.
   */
  reconcile(): Promise<void>
  /** Resolves once every due event has been attempted. */
  idle(): Promise<void>
  /** Lists every operation with its method and path. */
  readonly operations: readonly Pick<Row, 'operation' | 'method' | 'path' | 'scope'>[]
  readonly condition: () => Promise<DatabaseCondition>
  /** Returns the pending deliveries of active streams, and those that were given up. */
  readonly deliveryBacklog: () => Promise<DeliveryBacklog>
  /** Returns the number of projects that could not be opened. */
  readonly haltedProjects: () => Promise<number>
  /** Ends long-polling requests and refuses new ones; called before the listeners close. */
  retire(): void
  /**
   * Creates the records of a new installation; absent: it is not new. Called once, before anything else, in each process.
   */
  firstStart(): Promise<FirstKey | undefined>
  /** Opens the projects that run, in each process, before it answers. */
  openProjects(): Promise<void>
  /** Applies the changes of other processes. Returns the number of the last change that this process has. */
  catchUp(): Promise<number>
  /** Rereads the document that fixes the configuration of the first project, in every process; absent: there is none. */
  reread(): Promise<Applied | undefined>
  /** Does the same in this process alone, and stores nothing. */
  rereadHere(): Promise<Applied | undefined>
  stop(): Promise<void>
}

const sweepEveryMs = 60 * 60_000

/** Creates the control plane of an installation. Nothing answers before `firstStart`. */
export function createControlPlane(deps: ControlPlaneDeps): ControlPlane {
  const { database, clock = Date.now, log } = deps
  const stores = createStores(deps, clock)
  const keyring = createKeyring(stores)
  const gate = createGate(stores)
  const following = createFollowing({ ...stores, log })
  const stopping = new AbortController()
  // Jobs call operations, which are created after them.
  const answerAs: ControlPlane['fetchAs'] = (principal) => entryPoints.fetchAs(principal)
  const { jobs, allowances, events, background, idle, close } = createBackgroundParts(
    { ...deps, clock },
    stores,
    answerAs,
  )
  const handlers = operationHandlers({
    ...stores,
    ...events,
    stopping: stopping.signal,
    keyring,
    changes: createProjectChanges({ ...stores, catchUp: () => following.catchUp() }),
    purge: createPurge({ ...stores, keyring }),
    allowances,
    answerAs,
    jobs,
    log,
  })
  const guests = createGuests(stores)
  const dispatch = createDispatcher({ rows, handlers, gate, guests, audit: stores.audit, clock, log })
  const remote = deps.remote && createRemoteService({ ...stores, remote: deps.remote, rows, clock, log })
  const traffic = createTraffic(() => errorAnswer({ code: 503, reason: 'The service is stopping.' }))
  const entryPoints = createEntryPoints({
    dispatch,
    recognition: createRecognition(stores, keyring),
    remote,
    traffic,
    clock,
  })

  return {
    ...entryPoints,
    roleOfKey: async (headers, projectId) => {
      const key = await keyring.recognize(headers, clock())
      const project = key && (await stores.projects.find(projectId))
      return project && (await gate.roleAtProject({ kind: 'key', keyId: key.id }, project))
    },
    isOperator: async (identityId) => (await stores.grants.scopesOf({ kind: 'operator', identityId })).length > 0,
    scopeOf: (identityId, key) => scopeOfOperator({ ...stores, jobs }, identityId, key),
    listScopes: createScopeList(database),
    remoteScopes: async (identityId) => remote?.scopesOf(identityId) ?? { workspaces: [], missing: undefined },
    setUp: createSetUp({
      ...stores,
      linkSecret: deps.linkSecret,
      clock,
      provesOwners: deps.provesOwners ?? (() => false),
    }),
    invitationFor: (token, identityId) => readInvite(stores, { token, identityId, now: clock() }),
    eventStreams: stores.streams,
    brandingAsset: (projectId, name) => stores.assets.read(projectId, name),
    background,
    idle,
    operations: rows,
    condition: () => database.condition(),
    deliveryBacklog: () => events.deliveries.backlog(),
    haltedProjects: () => stores.projects.countHalted(),
    firstStart: () => firstStart({ ...stores, keyring }, deps.firstStart, clock()),
    ...keepProjects({ ...deps, clock }, stores, following),
    retire: () => stopping.abort(),
    stop: async () => {
      stopping.abort()
      // Jobs call operations.
      await background.stop()
      await traffic.close()
      close()
      database.close()
    },
  }
}

/** Keeps the projects of this process as they are stored. */
function keepProjects(
  { clock, log, startTimeoutMs }: ControlPlaneDeps & { readonly clock: Clock },
  stores: Stores,
  following: Following,
): Pick<ControlPlane, 'openProjects' | 'catchUp' | 'reconcile' | 'reread' | 'rereadHere'> {
  return {
    openProjects: async () => {
      await following.begin()
      await openProjects({ ...stores, log }, clock(), startTimeoutMs)
    },
    catchUp: () => following.catchUp(),
    reconcile: () => reconcileProjects({ ...stores, log }, clock(), startTimeoutMs),
    reread: () => reopenFixed({ ...stores, log }, clock()),
    rereadHere: () => reopenFixedHere(stores),
  }
}

type Stores = ReturnType<typeof createStores>

function createStores({ database, host, operators, linkSecret }: ControlPlaneDeps, clock: Clock) {
  return {
    database,
    host,
    operators,
    workspaces: createWorkspaceStore(database),
    projects: createProjectStore(database),
    revisions: createRevisionStore(database),
    drafts: createDraftStore(database),
    assets: createAssetStore(database),
    grants: createGrantStore(database),
    keys: createKeyStore(database),
    invites: createInviteStore(database),
    organizations: createOrganizationStore(database),
    links: createLinkStore(database),
    streams: createEventStreamStore(database),
    audit: createAuditStore(database),
    setUpLinks: createSetUpStore(database),
    tokens: createLinkTokens(linkSecret),
    takeTurn: createMutexes(),
    imports: createStaging(database, createSeals([new Secret(linkSecret)]), clock),
    jobStore: createJobStore(database),
  }
}

/** Creates the table of the background work, and the parts that operations share with it. */
function createBackgroundParts(
  deps: ControlPlaneDeps & { readonly clock: Clock },
  stores: Stores,
  answerAs: ControlPlane['fetchAs'],
) {
  const { database, linkSecret, clock, delivery: policy = {}, onDelivery, log } = deps
  const jobs = createJobs({
    store: stores.jobStore,
    work: createWork({ ...stores, answerAs }),
    onError: (err, job) => log.error({ err, job }, 'a job failed'),
    onTakenOver: (job) => log.info({ job }, 'a job goes on here'),
    clock,
  })
  const allowances = createAllowances(database, new Secret(linkSecret))
  const sweeping = createRepeatedWork({
    everyMs: sweepEveryMs,
    work: () => Promise.all([stores.imports.sweep(), allowances.purge(clock())]),
    failed: (err) => log.warn({ err }, 'expired data cannot be removed'),
    mended: () => log.warn({}, 'expired data is removed again'),
  })
  const projectEvents = createProjectEvents(database)
  const sourcesOf: SourcesOf = (projectId) => {
    const identity = deps.eventsOf?.(projectId)
    return { ...(identity && { identity }), project: projectEvents(projectId) }
  }
  const warn = (text: string) => log.warn({}, text)
  const sending = { ...stores, sourcesOf, key: linkSecret, clock, policy, warn, onDelivery }
  const { delivery, close, ...parts } = assembleDelivery(sending)
  const { reach = 'public' } = policy
  const events = { ...parts, sourcesOf, streamsChanged: () => delivery.refresh(), reach }
  const background = createBackground({
    'delivery of events': delivery,
    jobs: { start: () => jobs.watch(), stop: () => jobs.close() },
    'removal of expired data': sweeping,
  })
  return { jobs, allowances, events, background, idle: () => delivery.idle(), close }
}

interface EntryPointDeps {
  readonly dispatch: Dispatch
  readonly recognition: Recognition
  readonly remote: RemoteService | undefined
  readonly traffic: Traffic
  readonly clock: Clock
}

/** The ways that requests arrive by: each recognizes its callers differently. */
function createEntryPoints({
  dispatch,
  recognition,
  remote,
  traffic,
  clock,
}: EntryPointDeps): Pick<ControlPlane, 'fetch' | 'fetchAs' | 'projectAdmin'> {
  return {
    fetch: (request) => traffic.pass(() => dispatch(request, recognition.byKey)),
    fetchAs: (principal) => (request) =>
      traffic.pass(async () => {
        const recognize = recognition.as(principal)
        const isRemote = principal.kind === 'operator' && (await remote?.isFor(request)) === true
        if (remote === undefined || !isRemote) return dispatch(request, recognize)
        return remote.answer(request, principal, () => recognize(request, clock()))
      }),
    projectAdmin: (projectId, by) => {
      const recognize: Recognize =
        by.kind === 'keys'
          ? async (request, now) => ({ ...(await recognition.byKey(request, now)), isOwnAddress: true })
          : async () => ({ principal: { kind: 'listener' }, actor: by.actor, isOwnAddress: true })
      return (request) => traffic.pass(() => dispatch(atProject(request, projectId), recognize))
    },
  }
}

/** A request to a project's own address, as the table of operations knows it. */
function atProject(request: Request, projectId: string): Request {
  const url = new URL(request.url)
  url.pathname = `/projects/${projectId}${url.pathname}`
  return new Request(url, request)
}
