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
  /** Where its accounts are. */
  readonly location: () => Promise<OpenedLocation>
  /** Whether the secrets of a configuration are those that its database was begun with. */
  readonly hasSecretsOf: (loaded: LoadedConfig) => Promise<boolean>
  /** Whether codes and links from before still count with those of a configuration. */
  readonly signsAsBefore: (loaded: LoadedConfig) => Promise<boolean>
  /** Makes the organizations of the database these. A clash with those of a file is logged, and changes nothing. */
  setOrganizations(organizations: readonly Organization[]): Promise<void>
  /** Begins the work in the background. */
  start(): void
  /** Runs with another configuration of the same database. Throws, and changes nothing, when a schema has a fault. */
  apply(loaded: LoadedConfig): void
  stop(): Promise<void>
}

/** What an identity service needs besides its configuration. It stays when the configuration changes. */
export interface RuntimeOptions {
  readonly log: Log
  readonly projectId: string
  readonly events: Config['events']
  readonly limits: Config['limits']
  readonly rememberDeviceMs: Config['rememberDeviceMs']
  readonly sessionIdle: IdentityServiceDeps['sessionIdle']
  /** How its messages introduce themselves. */
  readonly messageBrand: IdentityServiceDeps['messageBrand']
  /** Absent outside development mode. */
  readonly devtools?: Pick<DevtoolsInstance, 'clock' | 'hooks'> | undefined
}

/** An identity service on a database of its own; the service closes it when it stops. */
export interface OpenedIdentity {
  readonly service: IdentityService
  readonly database: Database
}

/** Opens the service and the database that a configuration names. Throws an Error that says what is wrong with either. */
export type OpenIdentity = (deps: Omit<IdentityServiceDeps, 'database'>) => OpenedIdentity

/** Opens an identity service. Throws an Error that names what is wrong with a schema. */
export function openRuntime(
  first: LoadedConfig,
  openIdentity: OpenIdentity,
  { devtools, ...options }: RuntimeOptions,
): IdentityRuntime {
  const { log, projectId } = options
  // As often as codes, and counted apart from them.
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
    setOrganizations: async (organizations) => {
      const written = await current.service.organizations.replaceAll(organizations)
      if (written.kind === 'written') return
      log.warn({ project: projectId }, 'organizations of the configuration file clash with those of the control plane')
    },
    start: () => {
      isStarted = true
      current.service.start()
    },
    apply: (loaded) => {
      // Both are open for a moment: requests under way finish at the old one, and none finds the listener closed.
      const next = open(loaded)
      const before = current
      current = next
      if (isStarted) next.service.start()
      leaving = Promise.all([leaving, before.service.stop()]).catch((error: unknown) =>
        log.error({ err: error, project: projectId }, 'an identity service did not stop in order'),
      )
    },
    stop: async () => {
      await leaving
      await current.service.stop()
    },
  }
}
