import { isDeepStrictEqual } from 'node:util'
import type { ProjectAdmin, ProjectHost } from '@gatehouse/control-plane/service'
import { proxyTrust } from '@gatehouse/http/requests'
import type { IdentityService } from '@gatehouse/identity/service'
import type { BackgroundPiece } from '@gatehouse/platform/work'
import type { AccountsLocation } from '../data/locations.ts'
import { projectFolder } from '../data/project-databases.ts'
import { createEdge, type Edge } from '../edge/edge.ts'
import { createAddresses } from './addresses.ts'
import { archiveProject } from './archive.ts'
import { createBrandingHost } from './branding-host.ts'
import { mainProject, shownAs, type HostState, type OpenProject, type ProjectHostDeps } from './host-state.ts'
import { appliedOf, asKnown, runProject } from './run-project.ts'
import { createSiteTable } from './site-table.ts'

/** The projects of this process: each is an identity service with pages at its own address. */
export interface GatewayProjects extends Omit<ProjectHost, 'publish'> {
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
  /** The background work of the projects, also of those that are opened later. */
  readonly background: BackgroundPiece
  stop(): Promise<void>
}

/** Creates the host that runs a gateway’s projects, each with a separate database and separate secrets. */
export function createProjectHost(deps: ProjectHostDeps): GatewayProjects {
  const host = createState(deps)
  const { addresses, branding, open, sites } = host
  return {
    branding: createBrandingHost(branding, (projectId) => {
      const present = open.get(projectId)
      if (present === undefined) throw new Error(`the project ${projectId} is not open`)
      const { project, url, runtime, drawPage } = present
      return { ...shownAs(host, project), origin: url.origin, mails: runtime.service().mails, drawPage }
    }),
    edge: sites.edge,
    addressOf: (project) => addresses.addressOf(project),
    find: (projectId) => open.get(projectId),
    locations: () => locationsOf(host),
    messagesWaiting: () => sumOver(host, (service) => service.messagesWaiting()),
    messagesOverdue: () => sumOver(host, (service) => service.messagesOverdue()),
    carriersFail: async () => (await sumOver(host, async (service) => (await service.outages()).length)) > 0,
    now: () => mainProject(host)?.devtools?.clock.now() ?? Date.now(),
    main: () => {
      const found = mainProject(host)
      if (found === undefined) throw new Error('the first project has not been opened')
      return found
    },
    open: async (project) => {
      const present = open.get(project.id)
      return present !== undefined && isDeepStrictEqual(present.project, project)
        ? appliedOf(present.config)
        : runProject(host, project)
    },
    apply: (project) => runProject(host, project),
    setOrganizations: async (projectId, list) => {
      await open.get(projectId)?.runtime.setOrganizations(async () => (await list()).map(asKnown))
    },
    adminOf: (projectId) => {
      const present = open.get(projectId)
      return present && adminOf(present)
    },
    effectiveConfigOf: (projectId) => open.get(projectId)?.config.effective,
    connectionsOf: (projectId) => open.get(projectId)?.runtime.service().connections,
    remove: (project, organizations) => remove(host, project, organizations),
    close: (projectId) => close(host, projectId),
    background: {
      start: () => {
        host.isStarted = true
        for (const { runtime } of open.values()) runtime.start()
      },
      stop: async () => {
        host.isStarted = false
        await Promise.all([...open.values()].map(({ runtime }) => runtime.rest()))
      },
    },
    stop: async () => {
      await Promise.all([...open.values()].map(({ runtime }) => runtime.stop()))
    },
  }
}

function createState(deps: ProjectHostDeps): HostState {
  const { config, log } = deps
  const addresses = createAddresses(config)
  const proxies = proxyTrust(config.trustedProxies)
  const untilOpen = createEdge({
    publicUrl: config.publicUrl,
    proxies,
    permanentOrigin: false,
    isNoProject: (host) => addresses.isProjectHost(host),
    routes: [],
    log,
  })
  const sites = createSiteTable({ untilOpen, proxies })
  return { ...deps, addresses, sites, open: new Map(), isStarted: false }
}

function locationsOf({ open }: HostState): Promise<readonly AccountsLocation[]> {
  return Promise.all(
    [...open.values()].map(async ({ project: { slug, isDefault }, runtime }) => ({
      slug,
      isDefault,
      location: await runtime.location(),
    })),
  )
}

async function sumOver({ open }: HostState, count: (service: IdentityService) => Promise<number>): Promise<number> {
  const all = await Promise.all([...open.values()].map(({ runtime }) => count(runtime.service())))
  return all.reduce((sum, one) => sum + one, 0)
}

async function close({ open, sites }: HostState, projectId: string): Promise<void> {
  const present = open.get(projectId)
  if (present === undefined) return
  sites.remove(present.url)
  open.delete(projectId)
  await present.runtime.stop()
}

async function remove(host: HostState, ...given: Parameters<ProjectHost['remove']>): ReturnType<ProjectHost['remove']> {
  const { config, services } = host
  const [project, organizations] = given
  await close(host, project.id)
  if (config.database === undefined) {
    return { exportedTo: archiveProject(config.data, projectFolder(config.data, project), project, organizations) }
  }
  // No file of this machine is affected; secrets in files are kept.
  await services.archiveInDatabase(config.database.reveal(), project, organizations)
  return { archive: project.id }
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
