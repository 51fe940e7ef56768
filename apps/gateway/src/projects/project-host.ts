import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { Config } from '@gatehouse/config/config'
import { loadGeneratedSecrets } from '@gatehouse/config/secrets'
import type {
  Applied,
  BrandingFile,
  HostedOrganization,
  HostedProject,
  ProjectAdmin,
  ProjectHost,
} from '@gatehouse/control-plane/service'
import {
  connectOrigins,
  formActionOrigins,
  parseDuration,
  trySchemas,
  type LoadedConfig,
} from '@gatehouse/identity/configuration'
import type { IdentityService, Organization } from '@gatehouse/identity/service'
import type { FetchHandler } from '@gatehouse/http/handler'
import { proxyTrust } from '@gatehouse/http/requests'
import { createDevtoolsInstance, type DevtoolsInstance } from '../devtools/open-devtools.ts'
import { createEdge, type Edge } from '../edge/edge.ts'
import type { Log } from '@gatehouse/platform/log'
import type { EmbeddedServices } from './embedded-services.ts'
import type { Finding } from '../process/finding.ts'
import type { OpenSite } from '../sites/site.ts'
import { createAddresses } from './addresses.ts'
import { openRuntime, type IdentityRuntime, type RuntimeOptions } from './identity-runtime.ts'
import type { Branding } from '../branding/branding.ts'
import { createBrandingHost } from './branding-host.ts'
import type { DrawPage } from '../devtools/preview/draw-page.ts'
import { sessionNameOf, type ProjectDeployment } from './layers.ts'
import { createProjectAdmin, type AdminPolicy } from './project-admin.ts'
import { readConfigFile, readProjectConfig, type ReadConfig } from './project-config.ts'
import type { AccountsLocation } from '../data/locations.ts'
import { projectFolder, secretSource } from '../data/project-databases.ts'
import { archiveProject } from './archive.ts'
import { mayShareAbove, ownDomainOf, sessionNameBeside, sharedNameOf, withoutSharedSession } from './shared-session.ts'
import { returnSettingOf, sessionCookieOf } from './setting-words.ts'
import { createSiteTable } from './site-table.ts'
import { otherSecrets, otherSigning } from '../data/other-secrets.ts'

/** A project on the air. */
export interface OpenProject {
  readonly project: HostedProject
  readonly runtime: IdentityRuntime
  readonly url: URL
  /** Its public API, called as a function. */
  readonly client: IdentityClient
  readonly adminClient: AdminClient
  /** Absent outside development mode. */
  readonly devtools: DevtoolsInstance | undefined
  /** Draws its pages with another brand. */
  readonly drawPage: DrawPage
}

/** The projects of this process: each is an identity service with pages at its own address. */
export interface GatewayProjects extends ProjectHost {
  /** Answers requests to every project, by the requested host. */
  readonly edge: Edge
  find(projectId: string): OpenProject | undefined
  /** The project at the public origin. */
  main(): OpenProject
  /** Unix milliseconds: in development mode by the clock of its developer tools, so that both move together. */
  now(): number
  /** Returns the location of each project's accounts, as its open database reports it. */
  locations(): Promise<readonly AccountsLocation[]>
  /** Returns how many messages of all projects wait to be sent. */
  messagesWaiting(): Promise<number>
  /** Returns how many of them have waited for minutes. */
  messagesOverdue(): Promise<number>
  /** Returns whether a message carrier fails while messages wait for it. */
  carriersFail(): Promise<boolean>
  /** Starts the background work, also of projects that are opened later. */
  start(): void
  /** Stops serving a project and releases its data. Idempotent. */
  close(projectId: string): Promise<void>
  stop(): Promise<void>
}

/** The dependencies of the project host. */
export interface ProjectHostDeps {
  readonly config: Config
  /** A kratos.yml for the first project; absent: the control plane has its configuration. */
  readonly configFile: string | undefined
  readonly log: Log
  readonly openSite: OpenSite
  readonly services: EmbeddedServices
  /** The brand for mails; pages get it from `openSite`. */
  readonly branding: Branding
  /** Returns a picture or font that was stored for a project. */
  readonly storedImage: (projectId: string, name: string) => Promise<BrandingFile | undefined>
  readonly policy: AdminPolicy
  /** Runs the installation's checks, for its developer tools. */
  readonly findings: () => Promise<readonly Finding[]>
}

/** Creates the host that runs a gateway’s projects, each with a separate database and separate secrets. */
export function createProjectHost(deps: ProjectHostDeps): GatewayProjects {
  const { config, configFile, log, openSite, services, branding, findings } = deps
  const addresses = createAddresses(config)
  const open = new Map<string, OpenProject & { readonly config: ReadConfig & { kind: 'sound' } }>()
  const organizations = new Map<string, readonly HostedOrganization[]>()
  let mainEdge: Edge | undefined
  let isStarted = false
  const { publicUrl } = config
  const proxies = proxyTrust(config.trustedProxies)
  const isNoProject = (host: string) => addresses.isProjectHost(host)
  // Answers until the first project is opened.
  const empty = createEdge({ publicUrl, proxies, permanentOrigin: false, isNoProject, routes: [], log })
  const sites = createSiteTable({ main: () => mainEdge ?? empty, proxies })

  /** Returns the name and the brand of a project. */
  const shownAs = ({ isDefault, name, slug }: HostedProject) =>
    isDefault ? { name: config.brandName, slug: undefined } : { name, slug }

  function deploymentOf(project: HostedProject): ProjectDeployment {
    const address = addresses.addressOf(project)
    if (address.kind === 'none') throw new Error(address.why)
    const { url } = address
    const { dev, smtpUrl, database } = config
    const folder = projectFolder(config.data, project)
    const adminUrl = project.isDefault ? config.adminUrl : url
    // One OAuth2 server is one issuer: it belongs to the first project, and has the people of no other.
    const oauth2 = project.isDefault ? config.oauth2 : undefined
    const secrets = loadGeneratedSecrets(folder, secretSource(config, project))
    const applications = project.isDefault ? config.applications : undefined
    const sessionName = project.isDefault ? sessionNameOf(applications) : sessionNameBeside(sharedName())
    const mayShareWith = (domain: string) =>
      project.isDefault ? mayShareAbove(config, domain) : ownDomainOf(url, config) === domain
    const own = { applications, sessionName, mayShareWith }
    return { url, adminUrl, folder, secrets, database, smtpUrl, dev, oauth2, ...own }
  }

  /** Returns the name of the cookie that browsers send to other projects as well: the first one's shared session. */
  function sharedName(): string | undefined {
    const main = [...open.values()].find(({ project }) => project.isDefault)
    return main && sharedNameOf(main.config.loaded.config)
  }

  /** Returns the reason why a session name cannot be used: browsers would send the first project's session instead. */
  function takenSessionName({ isDefault }: HostedProject, { config }: LoadedConfig): string | undefined {
    if (!isDefault) {
      if (config.session.cookie.name !== sharedName()) return undefined
      return 'session.cookie.name is the name of the session that the first project shares with a domain; take another one'
    }
    const name = sharedNameOf(config)
    const other = [...open.values()].find(
      (one) => !one.project.isDefault && one.config.loaded.config.session.cookie.name === name,
    )
    if (other === undefined) return undefined
    return `session.cookie.domain shares a session that is called ${name}, as that of the project ${other.project.name}; give that one another session.cookie.name`
  }

  const read = (project: HostedProject, deployment: ProjectDeployment): Promise<ReadConfig> =>
    project.isDefault && configFile !== undefined
      ? readConfigFile(configFile, project, deployment, config)
      : readProjectConfig(project, deployment)

  async function show(
    project: HostedProject,
    deployment: ProjectDeployment,
    { runtime, devtools }: Pick<OpenProject, 'runtime' | 'devtools'>,
    loaded: LoadedConfig,
  ) {
    const { url } = deployment
    const publicApi = (request: Request) => runtime.fetch(request)
    const adminApi = (request: Request) => runtime.admin(request)
    const baseUrl = deployment.adminUrl.origin
    const adminClient = services.adminClient(baseUrl, adminApi)
    const clientOver = (api: FetchHandler) => services.identityClient(url.origin, api)
    const client = clientOver(publicApi)
    const { edge, drawPage } = await openSite({
      publicUrl: url,
      // Only the first project answers hosts without a project.
      isNoProject: project.isDefault ? isNoProject : undefined,
      ...shownAs(project),
      identity: devtools?.tap(publicApi, 'public') ?? publicApi,
      // The console signs operators in without the faults of the developer tools.
      client: devtools ? clientOver(devtools.tap(publicApi, 'pages')) : client,
      devtools: devtools?.open({
        publicUrl: url,
        admin: adminClient,
        findings: project.isDefault ? findings : undefined,
        inspectFlow: (id) => runtime.service().inspectFlow(id),
      }),
      projectAdmin: project.isDefault
        ? undefined
        : createProjectAdmin({ admin: adminApi, projectId: project.id, policy: deps.policy }),
      oauth2: deployment.oauth2,
      returnSetting: returnSettingOf(project, configFile),
      sessionCookie: sessionCookieOf(project, loaded.config, { url, config, configFile }),
      formActionOrigins: formActionOrigins(loaded.config),
      connectOrigins: connectOrigins(loaded.config),
      storedImage: (name) => deps.storedImage(project.id, name),
    })
    if (project.isDefault) mainEdge = edge
    else sites.put(url, withoutSharedSession(edge, sharedName))
    return { client, adminClient, drawPage }
  }

  async function run(project: HostedProject): Promise<Applied> {
    const deployment = deploymentOf(project)
    const sound = await read(project, deployment)
    if (sound.kind === 'refused') return sound
    const taken = takenSessionName(project, sound.loaded)
    if (taken !== undefined) return { kind: 'refused', faults: [taken] }
    const { loaded, config: shown, warnings, isFixed } = sound
    const faults = await trySchemas(loaded.config)
    if (faults.length > 0) return { kind: 'refused', faults }
    const before = open.get(project.id)
    if (before !== undefined && before.config.loaded.config.dsn !== loaded.config.dsn) {
      return { kind: 'refused', faults: ['dsn names another database, which is opened at a start alone: start again'] }
    }
    const devtools = before?.devtools ?? (config.dev ? createDevtoolsInstance({ hasClock: true }) : undefined)
    const messageBrand = () => {
      const { slug, name } = shownAs(open.get(project.id)?.project ?? project)
      const { accountExperience } = open.get(project.id)?.project ?? project
      return branding.ofMails(slug, name, deployment.url.origin, accountExperience['mails'])
    }
    const isGenerated = loaded.config.secrets.cipher[0]?.reveal() === deployment.secrets.cipher[0].reveal()
    const ofFile = isFixed && !isGenerated ? configFile : undefined
    const others = otherSecrets(config, deployment, ofFile)
    if (before !== undefined && !(await before.runtime.hasSecretsOf(loaded))) return others
    const runtime = change(before?.runtime, loaded, project, { devtools, messageBrand })
    if ('faults' in runtime) return runtime
    if (before === undefined && !(await runtime.hasSecretsOf(loaded))) {
      await runtime.stop()
      return others
    }
    if (!(await runtime.signsAsBefore(loaded))) {
      log.warn({ project: project.id }, otherSigning(config, deployment, ofFile))
    }
    publishBrand(project)
    const clients = await show(project, deployment, { runtime, devtools }, loaded)
    open.set(project.id, { project, runtime, devtools, url: deployment.url, ...clients, config: sound })
    const listed = organizations.get(project.id)
    if (before === undefined && listed) await runtime.setOrganizations(listed.map(asKnown))
    if (before === undefined && isStarted) runtime.start()
    return { kind: 'applied', config: shown, warnings, isFixed }
  }

  function change(
    before: IdentityRuntime | undefined,
    loaded: LoadedConfig,
    { id, isDefault }: HostedProject,
    own: Pick<RuntimeOptions, 'devtools' | 'messageBrand'>,
  ) {
    try {
      const { events, limits, rememberDeviceMs, sessionIdleMs, operatorIdleMs } = config
      // Operators are people of the first project.
      const ofSome =
        isDefault && operatorIdleMs !== undefined ? { ms: operatorIdleMs, isFor: deps.policy.isOperator } : undefined
      const sessionIdle = { ms: sessionIdleMs, ofSome }
      const shared = { log, projectId: id, events, limits, rememberDeviceMs, sessionIdle, ...own }
      if (before === undefined) return openRuntime(loaded, services.openIdentity, shared)
      before.apply(loaded)
      return before
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return { kind: 'refused', faults: [error.message] } as const
    }
  }

  function publishBrand(project: HostedProject): void {
    const { brand } = project.accountExperience
    const isTree = typeof brand === 'object' && brand !== null && !Array.isArray(brand)
    branding.publish(shownAs(project).slug, isTree ? { ...brand } : {})
  }

  async function sumOver(count: (service: IdentityService) => Promise<number>): Promise<number> {
    const all = await Promise.all([...open.values()].map(({ runtime }) => count(runtime.service())))
    return all.reduce((sum, one) => sum + one, 0)
  }

  async function close(projectId: string): Promise<void> {
    const present = open.get(projectId)
    if (present === undefined) return
    sites.remove(present.url)
    open.delete(projectId)
    await present.runtime.stop()
  }

  const brandingHost = createBrandingHost(branding, (projectId) => {
    const present = open.get(projectId)
    if (present === undefined) throw new Error(`the project ${projectId} is not open`)
    const { project, url, runtime, drawPage } = present
    return { ...shownAs(project), origin: url.origin, mails: runtime.service().mails, drawPage }
  })

  return {
    branding: brandingHost,
    edge: sites.edge,
    addressOf: (project) => addresses.addressOf(project),
    find: (projectId) => open.get(projectId),
    locations: () =>
      Promise.all(
        [...open.values()].map(async ({ project: { slug, isDefault }, runtime }) => ({
          slug,
          isDefault,
          location: await runtime.location(),
        })),
      ),
    messagesWaiting: () => sumOver((service) => service.messagesWaiting()),
    messagesOverdue: () => sumOver((service) => service.messagesOverdue()),
    carriersFail: async () => (await sumOver(async (service) => (await service.outages()).length)) > 0,
    now: () => [...open.values()].find(({ project }) => project.isDefault)?.devtools?.clock.now() ?? Date.now(),
    main: () => {
      const found = [...open.values()].find(({ project }) => project.isDefault)
      if (found === undefined) throw new Error('the first project has not been opened')
      return found
    },
    open: async (project) => {
      const present = open.get(project.id)
      if (present === undefined) return run(project)
      const { config: shown, warnings, isFixed } = present.config
      return { kind: 'applied', config: shown, warnings, isFixed }
    },
    apply: run,
    setOrganizations: async (projectId, list) => {
      organizations.set(projectId, list)
      await open.get(projectId)?.runtime.setOrganizations(list.map(asKnown))
    },
    adminOf: (projectId) => {
      const present = open.get(projectId)
      return present && adminOf(present)
    },
    effectiveConfigOf: (projectId) => open.get(projectId)?.config.effective,
    connectionsOf: (projectId) => open.get(projectId)?.runtime.service().connections,
    remove: async (project) => {
      await close(project.id)
      const listed = organizations.get(project.id) ?? []
      organizations.delete(project.id)
      if (config.database === undefined) {
        return { exportedTo: archiveProject(config.data, projectFolder(config.data, project), project, listed) }
      }
      // No file of this machine is affected; secrets in files are kept.
      await services.archiveInDatabase(config.database.reveal(), project, listed)
      return { archive: project.id }
    },
    close,
    start: () => {
      isStarted = true
      for (const { runtime } of open.values()) runtime.start()
    },
    stop: async () => {
      await Promise.all([...open.values()].map(({ runtime }) => runtime.stop()))
    },
  }
}

const jsonBody = { 'content-type': 'application/json' }

/** A project's identity service by function calls. */
function adminOf({ runtime, url }: OpenProject): ProjectAdmin {
  return {
    kind: 'embedded',
    ask: (method, path, { body, headers = {}, actor } = {}) => {
      const init = { method, headers: { ...(body && jsonBody), ...headers }, ...(body && { body }) }
      return runtime.admin(new Request(new URL(path, url), init), actor)
    },
    readPublic: (path) => runtime.fetch(new Request(new URL(path, url), { headers: { accept: 'application/json' } })),
  }
}

/** An organization as the identity service knows it. */
function asKnown({ sessionLifespan, ...one }: HostedOrganization): Organization {
  const sessionLifespanMs = sessionLifespan === undefined ? undefined : parseDuration(sessionLifespan)
  return { ...one, sessionLifespanMs }
}
