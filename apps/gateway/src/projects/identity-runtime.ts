import type { Config } from '@gatehouse/config/config'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { LoadedConfig } from '@gatehouse/identity/configuration'
import { secretsAreOfDatabase, signsAsBefore } from '@gatehouse/identity/secrets'
import type { Organization, IdentityService, IdentityServiceDeps } from '@gatehouse/identity/service'
import type { Database, DatabaseCondition, OpenedLocation } from '@gatehouse/platform/database'
import type { DevtoolsInstance } from '../devtools/open-devtools.ts'
import type { Log } from '@gatehouse/platform/log'

/** An identity service whose configuration can be changed while it runs. */
export interface IdentityRuntime {
  readonly fetch: FetchHandler
  readonly admin: IdentityService['admin']
  /** The service as it runs now; ask again after a change. */
  readonly service: () => IdentityService
  readonly condition: () => Promise<DatabaseCondition>
  /** Returns the location of its accounts. */
  readonly location: () => Promise<OpenedLocation>
  /** Returns whether a configuration has the secrets with which its database was created. */
  readonly hasSecretsOf: (loaded: LoadedConfig) => Promise<boolean>
  /** Returns whether a configuration still accepts codes and links that were issued before. */
  readonly signsAsBefore: (loaded: LoadedConfig) => Promise<boolean>
  /**
   * Replaces the organizations in the database by those that `list` reads, one process after the other. A conflict with
   * those of a file is logged, and changes nothing.
   */
  setOrganizations(list: () => Promise<readonly Organization[]>): Promise<void>
  /** Starts the background work, also of the services that later configurations open. */
  start(): void
  /** Ends it, until another `start`. */
  rest(): Promise<void>
  /** Runs with another configuration of the same database. Throws, and changes nothing, when a schema has a fault. */
  apply(loaded: LoadedConfig): void
  stop(): Promise<void>
}

/** The parts of an identity service besides its configuration. They stay when the configuration changes. */
export interface RuntimeOptions {
  readonly log: Log
  readonly projectId: string
  readonly events: Config['events']
  readonly limits: Config['limits']
  readonly rememberDeviceMs: Config['rememberDeviceMs']
  readonly sessionIdle: IdentityServiceDeps['sessionIdle']
  /** The brand of its messages. */
  readonly messageBrand: IdentityServiceDeps['messageBrand']
  /** Absent outside development mode. */
  readonly devtools?: Pick<DevtoolsInstance, 'clock' | 'hooks'> | undefined
}

/** An identity service on a separate database; the service closes it when it stops. */
export interface OpenedIdentity {
  readonly service: IdentityService
  readonly database: Database
}

/** Opens the service and the database that a configuration names. Throws an Error with the fault of either. */
export type OpenIdentity = (deps: Omit<IdentityServiceDeps, 'database'>) => OpenedIdentity

/** Opens an identity service. Throws an Error with the fault of a schema. */
export function openRuntime(
  first: LoadedConfig,
  openIdentity: OpenIdentity,
  { devtools, ...options }: RuntimeOptions,
): IdentityRuntime {
  const { log, projectId } = options
  // The same limit as for codes, counted separately.
  const limits = { ...options.limits, noticesPerRecipient: options.limits.codesPerRecipient }
  const devtoolsDeps = devtools && { clock: () => devtools.clock.now(), devtools: devtools.hooks }
  const open = ({ config }: LoadedConfig) => openIdentity({ ...options, limits, config, ...devtoolsDeps })
  let current = open(first)
  let isStarted = false
  let leaving: Promise<unknown> = Promise.resolve()
  return {
    fetch: (request) => current.service.fetch(request),
    admin: (request, actor) => current.service.admin(request, actor),
    service: () => current.service,
    condition: () => current.database.condition(),
    location: () => current.database.location(),
    hasSecretsOf: ({ config }) => secretsAreOfDatabase(current.database, config.secrets.cipher),
    signsAsBefore: ({ config }) => signsAsBefore(current.database, config.secrets.default),
    setOrganizations: async (list) => {
      const { organizations } = current.service
      const written = await organizations.exclusively(async () => organizations.replaceAll(await list()))
      if (written.kind === 'written') return
      log.warn({ project: projectId }, 'organizations of the configuration file conflict with the control plane’s')
    },
    start: () => {
      isStarted = true
      current.service.start()
    },
    rest: async () => {
      isStarted = false
      await current.service.rest()
    },
    apply: (loaded) => {
      // Both are open for a moment: pending requests finish at the old one, and none finds the listener closed.
      const next = open(loaded)
      const before = current
      current = next
      if (isStarted) next.service.start()
      leaving = Promise.all([leaving, before.service.stop()])
        .catch((error: unknown) =>
          log.error({ err: error, project: projectId }, 'an identity service did not stop cleanly'),
        )
        // Its last requests may have left mails, which the present one does not know of.
        .then(() => (isStarted ? current.service.start() : undefined))
    },
    stop: async () => {
      isStarted = false
      await leaving
      await current.service.stop()
    },
  }
}
